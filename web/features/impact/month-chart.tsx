import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { ImpactMonth } from '@letterlend/contract/impact.ts'
import { useTranslation } from '../../start/texts.ts'
import classes from './impact.module.css'
import { countInWords, hiddenCountInWords, monthInWords, shortMonth } from './impact-words.ts'

interface MonthChartProps {
  kind: 'loans' | 'letterboxes'
  months: ImpactMonth[]
}

const COLOURS = { loans: 'var(--ll-chart-loans)', letterboxes: 'var(--ll-chart-letterboxes)' }

/** A bar for each month; the running one, which will grow, is paler. */
export function MonthChart({ kind, months }: MonthChartProps) {
  const { t } = useTranslation('impact')
  const last = months.at(-1)?.month
  return (
    <BarChart
      className={classes.bars}
      h={280}
      data={months.map((each) => ({
        ...each,
        fillOpacity: each.month === last ? 0.45 : 1,
      }))}
      dataKey="month"
      series={[{ name: kind, label: t(`${kind}.count`), color: COLOURS[kind] }]}
      maxBarWidth={40}
      tickLine="none"
      xAxisProps={{
        tickFormatter: shortMonth,
        minTickGap: 12,
        interval: 'equidistantPreserveStart',
      }}
      yAxisProps={{ tickFormatter: countInWords, width: 48, allowDecimals: false }}
      barProps={{
        stroke: 'var(--ll-outline)',
        strokeOpacity: 1,
        strokeWidth: 1.5,
        radius: [5, 5, 0, 0],
        isAnimationActive: false,
      }}
      // What it shows by keyboard is in the table: to a screen reader the whole is one picture.
      accessibilityLayer={false}
      barChartProps={{ barCategoryGap: '18%' }}
      tooltipProps={{
        isAnimationActive: false,
        content: ({ active, label }) => {
          const each = active ? months.find(({ month }) => month === label) : undefined
          if (!each) return null
          const month = monthInWords(each.month)
          return (
            <p className={classes.tip}>
              {each.month === last ? t('runningMonth', { month }) : month}
              <strong>{hiddenCountInWords(each[kind])}</strong>
            </p>
          )
        },
      }}
    />
  )
}
