import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { LOAN_MAX_DAYS } from '#features/places/letterboxes/lent/loan-limits.ts'
import { addDays } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { firstTaken, type TakenSpan } from '../taken-days.ts'
import classes from './day-weeks.module.css'
import { type Days, dayInWords, weeksFrom } from './loan-dates.ts'

/** Days shown at first, and days added by each press of the button for later ones. */
const AHEAD = 14
const MORE = 28

interface DayWeeksProps {
  days: Days | null
  today: string
  /** The first proposed day; enough weeks are shown to include it. */
  asked?: string | null | undefined
  /** Days on which the thing is promised to another borrower. */
  taken: readonly TakenSpan[]
  onChange: (days: Days | null) => void
}

/** Days that an arrow key moves. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The weeks from today on. The first press chooses a day; a second one on a later day makes that the last day. */
export function DayWeeks({ days, today, asked, taken, onChange }: DayWeeksProps) {
  const { t } = useTranslation('days')
  const language = currentLanguage()
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const [more, setMore] = useState(0)
  /** The day that was pressed first; a second press may extend it to several days. */
  const [first, setFirst] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const farthest = addDays(today, LOAN_MAX_DAYS)
  const meant = [days?.until ?? days?.from ?? today, asked ?? today].sort().at(-1) ?? today
  const soon = addDays(today, AHEAD + more)
  const weeks = weeksFrom(today, [soon, meant].sort().at(-1) ?? soon, farthest)
  const last = weeks.at(-1)?.findLast((day) => day !== null) ?? today

  const choose = (day: string) => {
    const single = days !== null && days.from === (days.until ?? days.from)
    if (single && first === days.from && day > first) return onChange({ from: first, until: day })
    const isSame = single && days.from === day
    setFirst(isSame ? null : day)
    onChange(isSame ? null : { from: day, until: day })
  }
  const shown = (day: string | null | undefined) => day && day >= today && day <= last
  const tabStop = [focused, days?.from, asked].find(shown) ?? today
  const move = (event: KeyboardEvent, day: string) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = addDays(day, step)
    if (!shown(next)) return
    setFocused(next)
    table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  const isChosen = (day: string) =>
    days !== null && days.from <= day && day <= (days.until ?? days.from)
  const isTaken = (day: string) => firstTaken(taken, { from: day, until: day }) !== null
  const nameOf = (day: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat({ ...options, timeZone: 'UTC' }).format(Date.parse(day))
  return (
    <div className={classes.box}>
      <table ref={table} className={classes.weeks} aria-describedby={`${id}-hint`}>
        <thead>
          <tr>
            {(weeks[1] ?? []).map((day) => (
              <th key={day} scope="col" className={classes.weekday}>
                {day && nameOf(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, i) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, weekday) => (
                // The empty cells of the first and the last week have no day to use as a key.
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell stands for its weekday
                <td key={weekday}>
                  {day ? (
                    <button
                      type="button"
                      className={classes.day}
                      data-day={day}
                      data-today={day === today || undefined}
                      data-taken={isTaken(day) || undefined}
                      aria-pressed={isChosen(day)}
                      aria-label={
                        isTaken(day)
                          ? t('taken.day', { day: dayInWords(day, language) })
                          : dayInWords(day, language)
                      }
                      tabIndex={day === tabStop ? 0 : -1}
                      onKeyDown={(event) => move(event, day)}
                      onClick={() => choose(day)}
                    >
                      {Number(day.slice(-2))}
                      {(i === 0 && day === today) || day.endsWith('-01') ? (
                        <span className={classes.month}>{nameOf(day, { month: 'short' })}</span>
                      ) : null}
                    </button>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {last < farthest ? (
        <AppButton tone="quiet" fullWidth onClick={() => setMore(more + MORE)}>
          {t('later')}
        </AppButton>
      ) : null}
      <p id={`${id}-hint`} className={classes.hint}>
        {t('hint')}
      </p>
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
