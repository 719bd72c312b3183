import 'dayjs/locale/de'
import 'dayjs/locale/fr'
import { DatePicker } from '@mantine/dates'
import { firstTaken, type TakenSpan } from '#features/transactions/taken-days.ts'
import { LOAN_MAX_DAYS } from '#features/transactions/transaction-limits.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import '@mantine/dates/styles.layer.css'
import { calendarClasses } from './calendar-classes.ts'
import classes from './day-calendar.module.css'
import { addDays, type Days, dayInWords } from './loan-dates.ts'

interface DayCalendarProps {
  days: Days | null
  today: string
  /** Days on which the thing is promised to somebody. */
  taken: readonly TakenSpan[]
  onChange: (days: Days | null) => void
}

/** A month to choose a first and a last day in, by pointer or with the arrow keys. */
export function DayCalendar({ days, today, taken, onChange }: DayCalendarProps) {
  const { t } = useTranslation('days')
  const language = currentLanguage()
  const isTaken = (day: string) => firstTaken(taken, { from: day, until: day }) !== null
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
        locale={language}
        firstDayOfWeek={1}
        ariaLabels={{ nextMonth: t('nextMonth'), previousMonth: t('previousMonth') }}
        getDayProps={(day) => ({ 'data-taken': isTaken(day) || undefined })}
        getDayAriaLabel={(day) => {
          const words = dayInWords(day, language)
          return isTaken(day) ? t('taken.day', { day: words }) : words
        }}
        fullWidth
        classNames={calendarClasses(classes.day)}
      />
      {taken.length > 0 ? (
        <p className={classes.legend}>
          <span className={classes.sample} aria-hidden="true">
            {Number(today.slice(-2))}
          </span>
          {t('taken.legend')}
        </p>
      ) : null}
    </div>
  )
}
