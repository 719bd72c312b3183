import { useId } from 'react'
import { addDays, useToday } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { firstTaken, type TakenSpan } from '../taken-days.ts'
import classes from './day-choice.module.css'
import { DayWeeks } from './day-weeks.tsx'
import { type Days, daysInWords, isSunday, weekendOf } from './loan-dates.ts'
import { TakenNote } from './taken-note.tsx'

const PRESETS = ['today', 'tomorrow', 'weekend'] as const
type Preset = (typeof PRESETS)[number]

function daysOf(preset: Preset, today: string): Days {
  if (preset === 'weekend') return weekendOf(today)
  const day = preset === 'today' ? today : addDays(today, 1)
  return { from: day, until: day }
}

/** On a Sunday the coming weekend is the next one. */
const labelOf = (preset: Preset, today: string) =>
  preset === 'weekend' && isSunday(today) ? 'nextWeekend' : preset

interface Chip {
  label: string
  days: Days
}

/** Chips for proposing other days than a later day: that day, the next one, and its weekend. */
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
  /** Form field; its value is `Days`, or null if no day is named. */
  field: FieldProps
  /** The first day that was asked for; if it is later than today, the chips start there. */
  asked?: string | null
  /** Days on which the thing is promised to another borrower. They can still be chosen. */
  taken?: readonly TakenSpan[] | undefined
  /** Advice shown when a taken day is chosen. */
  takenHint?: string
  /** Whether this is the first field of a dialog, which takes the focus. */
  first?: boolean
  /** Offers "any day" if it is a valid choice. */
  anyDay?: { chosen: boolean; onChoose: () => void }
}

/** From when to when: the most common days as chips, all others from the weeks to come. */
export function DayChoice(props: DayChoiceProps) {
  const { label, field, asked, taken, takenHint, first, anyDay } = props
  const { t } = useTranslation('days')
  const { error, onChange } = field
  const days: Days | null = field.value
  const id = useId()
  const today = useToday()
  const chips =
    asked && asked > today
      ? chipsFrom(asked)
      : PRESETS.map((each) => ({ label: t(labelOf(each, today)), days: daysOf(each, today) }))
  const isTaken = ({ from, until }: Days) =>
    taken !== undefined && firstTaken(taken, { from, until: until ?? from }) !== null
  const preset = chips.find((each) => sameDays(days, each.days))
  const chip = (pressed: boolean) => ({
    type: 'button' as const,
    className: classes.chip,
    'aria-pressed': pressed,
  })
  return (
    <fieldset
      className={classes.choice}
      aria-describedby={`${id}-said`}
      data-path={field['data-path']}
    >
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.chips}>
        {chips.map((each, i) => (
          <button
            key={each.label}
            {...chip(preset === each)}
            data-autofocus={first && i === 0 ? true : undefined}
            data-taken={isTaken(each.days) || undefined}
            onClick={() => onChange(preset === each ? null : each.days)}
          >
            {each.label}
            {isTaken(each.days) ? <span className="visually-hidden">{t('taken.chip')}</span> : null}
          </button>
        ))}
        {anyDay ? (
          <button {...chip(anyDay.chosen)} data-second onClick={anyDay.onChoose}>
            {t('any')}
          </button>
        ) : null}
      </div>
      <DayWeeks days={days} today={today} asked={asked} taken={taken ?? []} onChange={onChange} />
      <p
        id={`${id}-said`}
        className={classes.said}
        role="status"
        data-wrong={error ? true : undefined}
      >
        {error ? <Icon name="warning" size={18} /> : null}
        {error}
        {days && !error ? <span>{daysInWords(days, currentLanguage())}</span> : null}
      </p>
      <TakenNote taken={taken} days={days} hint={takenHint} />
    </fieldset>
  )
}
