import { z } from 'zod'
import { LOAN_MAX_DAYS } from '#features/places/letterboxes/lent/loan-limits.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { addDays, communityToday, dayOf, useToday } from '#platform/web/data/community-day.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import type { SchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import type { HandOver } from './proposed-hand-over.tsx'
import classes from './step-form.module.css'
import { wordsSchema } from './step-form.tsx'

/** Hand-over, return, and a message; all optional. */
const valuesSchema = z.object({
  day: z.string(),
  time: z.string(),
  backBy: z.string(),
  text: wordsSchema,
})
export type HandOverValues = HandOver & { text: string }

/** The API fields that these form fields stand for. */
export const HAND_OVER_STAND_INS = {
  handover_at: 'day',
  handover_day: 'day',
  return_by: 'backBy',
} as const

/** The error of a day without a time, if a time is needed. */
const TIME_MISSING = 'time'

/**
 * Rejects values that cannot be right: a day that has passed or is too far ahead, a time without a day, a return
 * before the hand-over.
 * @param needsTime rejects a day without a time, since a different instant is being proposed
 */
export function handOverSchema(now: Date, { needsTime = false } = {}) {
  const today = dayOf(now)
  const last = addDays(today, LOAN_MAX_DAYS)
  const isBetween = (day: string, first: string) => day >= first && day <= last
  return valuesSchema
    .refine(({ day, time }) => (day === '' ? time === '' : isBetween(day, today)), {
      path: ['day'],
      error: VALIDATION.date,
    })
    .refine(({ day, time }) => !needsTime || day === '' || time !== '', {
      path: ['time'],
      error: TIME_MISSING,
    })
    .refine(({ day, backBy }) => backBy === '' || isBetween(backBy, day || today), {
      path: ['backBy'],
      error: VALIDATION.date,
    })
}

interface HandOverFieldsProps {
  form: SchemaForm<HandOverValues>
  /** Only the hand-over, without the return day. */
  part?: 'day'
}

/** The hand-over, and the return day. */
export function HandOverFields({ form: { form, field }, part }: HandOverFieldsProps) {
  const { t } = useTranslation('loans')
  const today = useToday()
  const { day, backBy } = form.values
  return (
    <>
      <div className={classes.row}>
        <TextField type="date" label={t('accept.day')} min={today} {...field('day')} />
        <TextField
          type="time"
          label={t('accept.time')}
          optional={part !== 'day'}
          {...field('time')}
          error={form.errors.time === TIME_MISSING ? t('accept.timeMissing') : undefined}
        />
      </div>
      {part === 'day' ? null : (
        <>
          <p className={classes.hint}>{t('accept.openHint')}</p>
          <TextField
            type="date"
            label={t('accept.backBy')}
            optional
            min={day || communityToday()}
            {...field('backBy')}
          />
          {backBy === '' ? <p className={classes.hint}>{t('accept.backByHint')}</p> : null}
        </>
      )}
    </>
  )
}
