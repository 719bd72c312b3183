import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Mantine } from '#platform/web/ui/mantine.tsx'
import type { AnswersOfDay } from '../../contract.admin.ts'
import classes from './announcement-admin.module.css'
import { dayInWords } from './announcement-words.ts'

/** One bar a day with three stacked parts: yes, no and closed. */
export function AnswersChart({ days }: { days: AnswersOfDay[] }) {
  const { t } = useTranslation('admin-announcements')
  return (
    <Mantine>
      <BarChart
        className={classes.bars}
        h={240}
        data={days.map((each) => ({ ...each, day: dayInWords(each.day, 'short') }))}
        dataKey="day"
        type="stacked"
        series={[
          { name: 'yes', label: t('answers.yes'), color: 'var(--ll-leaf)' },
          { name: 'no', label: t('answers.no'), color: 'var(--ll-coral)' },
          { name: 'closed', label: t('answers.closed'), color: 'var(--ll-muted)' },
        ]}
        maxBarWidth={40}
        tickLine="none"
        yAxisProps={{ width: 48, allowDecimals: false }}
        barProps={{ isAnimationActive: false }}
        // A screen reader gets the whole chart as one picture; the table below gives the exact numbers.
        accessibilityLayer={false}
        tooltipProps={{ isAnimationActive: false }}
      />
    </Mantine>
  )
}
