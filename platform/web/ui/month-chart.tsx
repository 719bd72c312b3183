import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { ReactNode } from 'react'
import classes from './month-chart.module.css'
import { countInWords, shortMonth } from './words/month-words.ts'

interface ChartSeries {
  /** Of a number of each month. */
  name: string
  label: string
  /** A colour, or a pattern of `defs`. */
  fill: string
}

interface MonthNumbers {
  month: string
  /** Null has no bar. */
  [name: string]: string | number | null
}

interface MonthChartProps {
  /** The oldest first. */
  months: readonly MonthNumbers[]
  series: readonly ChartSeries[]
  /** The month that will grow: its bars are paler. */
  running: string | undefined
  /** On top of each other: parts of one number. */
  stacked?: boolean
  /** Patterns that bars are filled with. */
  defs?: ReactNode
  /** What is said of the month that is pointed at. */
  tip: (month: string) => ReactNode
}

/**
 * One or several bars for each month. Screen readers skip it: the component that shows it has the numbers
 * in a table. It is most of the code of such a screen: load it lazily.
 */
export function MonthChart({
  months,
  series,
  running,
  stacked = false,
  defs,
  tip,
}: MonthChartProps) {
  return (
    <BarChart
      className={classes.bars}
      h={280}
      data={months.map((each) => ({ ...each, fillOpacity: each.month === running ? 0.45 : 1 }))}
      dataKey="month"
      type={stacked ? 'stacked' : 'default'}
      series={series.map(({ name, label, fill }) => ({ name, label, color: fill }))}
      maxBarWidth={40}
      tickLine="none"
      xAxisProps={{
        tickFormatter: shortMonth,
        minTickGap: 12,
        interval: 'equidistantPreserveStart',
      }}
      yAxisProps={{
        tickFormatter: countInWords,
        width: 56,
        allowDecimals: false,
        // Steps of 1, 2, 2.5 or 5: what people count in.
        niceTicks: 'snap125',
      }}
      barProps={{
        stroke: 'var(--ll-outline)',
        strokeOpacity: 1,
        strokeWidth: 1.5,
        radius: stacked && series.length > 1 ? 0 : [5, 5, 0, 0],
        isAnimationActive: false,
      }}
      accessibilityLayer={false}
      barChartProps={{ barCategoryGap: '18%' }}
      tooltipProps={{
        isAnimationActive: false,
        content: ({ active, label }) =>
          active && typeof label === 'string' ? (
            <div className={classes.tip}>{tip(label)}</div>
          ) : null,
      }}
    >
      {defs}
    </BarChart>
  )
}
