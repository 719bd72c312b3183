import { LOAN_MAX_DAYS } from '#features/lending/conversations/transactions/transaction-limits.ts'
import { addDays, communityToday, dayOf, useToday } from '#platform/web/data/community-day.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './step-form.module.css'

export interface HandOver {
  /** The day and the time of the hand-over. Without a time, or without both, the two arrange it by message. */
  day: string
  time: string
  backBy: string
}

export type Wrong = Partial<Record<keyof HandOver, 'date' | 'time'>>

/**
 * Finds values that cannot be right: a day that has passed or is too far away, a time without a day, a return
 * before the hand-over.
 * @param needsTime a day without a time is no answer, since another instant is asked for
 */
export function wrongHandOver(
  { day, time, backBy }: HandOver,
  now: Date,
  { needsTime = false } = {},
): Wrong {
  const today = dayOf(now)
  const last = addDays(today, LOAN_MAX_DAYS)
  const wrong: Wrong = {}
  if (day !== '' && (day < today || day > last)) wrong.day = 'date'
  if (day === '' && time !== '') wrong.day = 'date'
  if (needsTime && day !== '' && time === '') wrong.time = 'time'
  if (backBy !== '' && (backBy < (day || today) || backBy > last)) wrong.backBy = 'date'
  return wrong
}

interface HandOverFieldsProps {
  values: HandOver
  wrong: Wrong
  onChange: (part: Partial<HandOver>) => void
  /** Only when it is fetched, without the day of the return. */
  part?: 'day'
}

/** When a thing is fetched, and the day on which it is back. */
export function HandOverFields({ values, wrong, onChange, part }: HandOverFieldsProps) {
  const { t } = useTranslation('loans')
  const { ofKey } = useErrorText()
  const today = useToday()
  const late = wrong.time ? t('accept.timeMissing') : undefined
  const dateError = (name: keyof HandOver) =>
    wrong[name] ? ofKey('errors.validation.date') : undefined
  return (
    <>
      <div className={classes.row}>
        <TextField
          type="date"
          label={t('accept.day')}
          data-field="handover_at"
          value={values.day}
          min={today}
          error={dateError('day')}
          onChange={(event) => onChange({ day: event.currentTarget.value })}
        />
        <TextField
          type="time"
          label={t('accept.time')}
          optional={part !== 'day'}
          value={values.time}
          error={late}
          onChange={(event) => onChange({ time: event.currentTarget.value })}
        />
      </div>
      {part === 'day' ? null : (
        <ReturnField values={values} error={dateError('backBy')} onChange={onChange} />
      )}
    </>
  )
}

interface ReturnFieldProps {
  values: HandOver
  error: string | undefined
  onChange: (part: Partial<HandOver>) => void
}

function ReturnField({ values, error, onChange }: ReturnFieldProps) {
  const { t } = useTranslation('loans')
  return (
    <>
      <p className={classes.hint}>{t('accept.openHint')}</p>
      <TextField
        type="date"
        label={t('accept.backBy')}
        data-field="return_by"
        optional
        value={values.backBy}
        min={values.day || communityToday()}
        error={error}
        onChange={(event) => onChange({ backBy: event.currentTarget.value })}
      />
      {values.backBy === '' ? <p className={classes.hint}>{t('accept.backByHint')}</p> : null}
    </>
  )
}
