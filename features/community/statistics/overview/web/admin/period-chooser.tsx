import { useTranslation } from '#platform/web/start/texts.ts'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { monthInWords } from '#platform/web/ui/words/month-words.ts'
import { OVERVIEW_MONTHS, type Overview } from '../../contract.admin.ts'
import classes from './overview.module.css'

/** The month so many months earlier: for `2026-11` and 2 it is `2026-09`. */
function monthsBefore(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - months)).toISOString().slice(0, 7)
}

type Period = { from: string; until: string }

/** The calendar years since the community began, this year first, as far back as the API allows. */
export function yearsOf({ running, began }: Overview): string[] {
  const last = Number(running.slice(0, 4))
  const first = Math.max(Number((began ?? running).slice(0, 4)), last - 9)
  return Array.from({ length: last - first + 1 }, (_, index) => `${last - index}`)
}

interface PeriodChooserProps {
  overview: Overview
  filter: Period
  onChange: (period: Period) => void
}

/** Chooses the months to show. In print only the months remain. */
export function PeriodChooser({ overview, filter, onChange }: PeriodChooserProps) {
  const { t } = useTranslation('admin-overview')
  const { running, months } = overview
  const lastMonths = (count: number) => ({ from: monthsBefore(running, count - 1), until: running })
  const namedPeriods = [
    { label: t('period.year'), period: { from: '', until: '' } },
    { label: t('period.twoYears'), period: lastMonths(24) },
    { label: t('period.longest'), period: lastMonths(OVERVIEW_MONTHS.max) },
    ...yearsOf(overview).map((year) => ({
      label: year,
      period: { from: `${year}-01`, until: `${year}-12` },
    })),
  ]
  const keyOf = ({ from, until }: Period) => `${from} ${until}`
  const data = namedPeriods.map(({ label, period }) => ({ label, value: keyOf(period) }))
  const [first, last] = [months[0]?.month ?? running, months.at(-1)?.month ?? running]
  const between = t('period.between', { from: monthInWords(first), until: monthInWords(last) })
  // A link may name months that match none of the choices.
  if (!data.some(({ value }) => value === keyOf(filter)))
    data.push({ label: between, value: keyOf(filter) })
  return (
    <div className={classes.period}>
      <div className={classes.screenOnly}>
        <SelectField
          label={t('period.label')}
          value={keyOf(filter)}
          data={data}
          onChange={({ currentTarget }) => {
            const [from = '', until = ''] = currentTarget.value.split(' ')
            onChange({ from, until })
          }}
        />
      </div>
      <p className={classes.between}>{between}</p>
    </div>
  )
}
