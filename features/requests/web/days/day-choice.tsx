import { lazy, Suspense, useId, useState } from 'react'
import { firstTaken, type TakenSpan } from '#features/transactions/taken-days.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './day-choice.module.css'
import { addDays, type Days, dayOf, daysInWords, weekendOf } from './loan-dates.ts'
import { TakenNote } from './taken-note.tsx'

const DayCalendar = lazy(() =>
  import('./day-calendar.tsx').then((m) => ({ default: m.DayCalendar })),
)

const PRESETS = ['today', 'tomorrow', 'weekend'] as const
type Preset = (typeof PRESETS)[number]

function daysOf(preset: Preset, today: string): Days {
  if (preset === 'weekend') return weekendOf(today)
  const day = preset === 'today' ? today : addDays(today, 1)
  return { from: day, until: day }
}

interface Chip {
  label: string
  days: Days
}

/** Where other days than a later one are to be named: that day, the next one, and its weekend. */
function chipsFrom(asked: string): Chip[] {
  const day = (date: string): Days => ({ from: date, until: date })
  const weekend = weekendOf(asked)
  const near = [day(asked), day(addDays(asked, 1))]
  const meant = near.some((each) => sameDays(each, weekend)) ? near : [...near, weekend]
  return meant.map((days) => ({ label: daysInWords(days, currentLanguage()), days }))
}

const sameDays = (a: Days | null, b: Days) => a?.from === b.from && (a.until ?? a.from) === b.until

interface DayChoiceProps {
  label: string
  /** Null: no day is named. */
  days: Days | null
  /** A day has to be named, and was not. */
  missing?: boolean
  /** The first day that was asked for: the chips begin there. */
  asked?: string | null
  /** Days on which the thing is promised to somebody. They can be named all the same. */
  taken?: readonly TakenSpan[] | undefined
  /** What to do about such a day. */
  takenHint?: string
  /** The first thing to say in a dialog that opens. */
  first?: boolean
  /** The choice of no day, where it is one. */
  anyDay?: { chosen: boolean; onChoose: () => void }
  onChange: (days: Days | null) => void
}

/** From when to when: the days that are meant most often as chips, all others from a calendar. */
export function DayChoice(props: DayChoiceProps) {
  const { label, days, missing, asked, taken, takenHint, first, anyDay, onChange } = props
  const { t } = useTranslation('days')
  const { ofKey } = useErrorText()
  const id = useId()
  const today = dayOf(new Date())
  const chips =
    asked && asked > today
      ? chipsFrom(asked)
      : PRESETS.map((each) => ({ label: t(each), days: daysOf(each, today) }))
  const isTaken = ({ from, until }: Days) =>
    taken !== undefined && firstTaken(taken, { from, until: until ?? from }) !== null
  const preset = chips.find((each) => sameDays(days, each.days))
  const [calendar, setCalendar] = useState(days !== null && preset === undefined)
  const chip = (pressed: boolean) => ({
    type: 'button' as const,
    className: classes.chip,
    'aria-pressed': pressed,
  })
  return (
    <fieldset className={classes.choice} aria-describedby={`${id}-said`} data-days>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.chips}>
        {chips.map((each, i) => (
          <button
            key={each.label}
            {...chip(!calendar && preset === each)}
            data-autofocus={first && i === 0 ? true : undefined}
            data-taken={isTaken(each.days) || undefined}
            onClick={() => {
              setCalendar(false)
              onChange(!calendar && preset === each ? null : each.days)
            }}
          >
            {each.label}
            {isTaken(each.days) ? <span className="visually-hidden">{t('taken.chip')}</span> : null}
          </button>
        ))}
        <button
          {...chip(calendar)}
          aria-expanded={calendar}
          onClick={() => {
            if (calendar) onChange(null)
            setCalendar(!calendar)
          }}
        >
          <Icon name="calendar" size={18} />
          {t('other')}
        </button>
        {anyDay ? (
          <button
            {...chip(anyDay.chosen && !calendar)}
            data-second
            onClick={() => {
              setCalendar(false)
              anyDay.onChoose()
            }}
          >
            {t('any')}
          </button>
        ) : null}
      </div>
      {calendar ? (
        <Suspense fallback={<SkeletonList rows={1} rowHeight={320} />}>
          <DayCalendar days={days} today={today} taken={taken ?? []} onChange={onChange} />
        </Suspense>
      ) : null}
      <p id={`${id}-said`} className={classes.said} role="status" data-wrong={missing || undefined}>
        {missing ? <Icon name="warning" size={18} /> : null}
        {missing ? (anyDay ? t('missing') : ofKey('errors.validation.date')) : null}
        {days && !missing ? <span>{daysInWords(days, currentLanguage())}</span> : null}
      </p>
      <TakenNote taken={taken} days={days} hint={takenHint} />
    </fieldset>
  )
}
