import 'dayjs/locale/de'
import 'dayjs/locale/fr'
import { DatePicker } from '@mantine/dates'
import { LOAN_MAX_DAYS } from '#features/transactions/transaction-limits.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import '@mantine/dates/styles.layer.css'
import { calendarClasses } from './calendar-classes.ts'
import classes from './day-calendar.module.css'
import { addDays, type Days } from './loan-dates.ts'

interface DayCalendarProps {
  days: Days | null
  today: string
  onChange: (days: Days | null) => void
}

/** A month to choose a first and a last day in, by pointer or with the arrow keys. */
export function DayCalendar({ days, today, onChange }: DayCalendarProps) {
  const { t } = useTranslation('days')
  return (
    <div className={classes.box}>
      <p className={classes.hint}>{t('hint')}</p>
      <DatePicker
        type="range"
        allowSingleDateInRange
        value={[days?.from ?? null, days?.until ?? null]}
        defaultDate={days?.from ?? today}
        onChange={([from, until]) => onChange(from === null ? null : { from, until })}
        minDate={today}
        maxDate={addDays(today, LOAN_MAX_DAYS)}
        maxLevel="month"
        hideOutsideDates
        locale={currentLanguage()}
        firstDayOfWeek={1}
        ariaLabels={{ nextMonth: t('nextMonth'), previousMonth: t('previousMonth') }}
        fullWidth
        classNames={calendarClasses(classes.day)}
      />
    </div>
  )
}
