import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { countInWords, shortMonth } from '../words/month-words.ts'
import classes from './month-chart.module.css'

interface ChartSeries {
  /** The key of the series in each month. */
  name: string
  label: string
  /** A colour, or a reference to a pattern of `defs`. */
  fill: string
  /** Formats a number; null is a number that must not be published. */
  format: (value: number | null) => string
}

interface MonthNumbers {
  month: string
  /** No bar for null. */
  [name: string]: string | number | null
}

interface MonthChartProps {
  /** Oldest month first. */
  months: readonly MonthNumbers[]
  series: readonly ChartSeries[]
  /** The current month, whose bars are paler. */
  running: string | undefined
  /** Stacks the series, as parts of one number. */
  stacked?: boolean
  nameOf: (month: string) => string
}

/**
 * One or several bars per month. Screen readers skip it: the component around it has a table. Load it with `MonthPlot`,
 * since it is most of the code of its screen.
 */
export function MonthChart({ months, series, running, stacked = false, nameOf }: MonthChartProps) {
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
        // Axis steps of 1, 2, 2.5 or 5.
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
            <Tip month={label} months={months} series={series} nameOf={nameOf} />
          ) : null,
      }}
    />
  )
}

/** The numbers of the hovered month. */
function Tip({
  month,
  months,
  series,
  nameOf,
}: Pick<MonthChartProps, 'months' | 'series' | 'nameOf'> & { month: string }) {
  const numbers = months.find((each) => each.month === month)
  return (
    <div className={classes.tip}>
      {nameOf(month)}
      {series.map(({ name, label, format }) => {
        const value = numbers?.[name]
        return (
          <span key={name}>
            {series.length > 1 ? `${label}: ` : null}
            <strong>{format(typeof value === 'number' ? value : null)}</strong>
          </span>
        )
      })}
    </div>
  )
}
