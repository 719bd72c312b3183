import { useState } from 'react'
import {
  addDays,
  dayInWords,
  dayOf,
  instantOf,
  likelyHour,
  momentInWords,
} from '#features/requests/web/door.ts'
import type { Transaction } from '#features/transactions/contract.ts'
import { LOAN_MAX_DAYS } from '#features/transactions/transaction-limits.ts'
import { isTooLong } from '#features/transactions/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './step-form.module.css'
import { StepForm, WordsField } from './step-form.tsx'
import { TakenBesides } from './taken-besides.tsx'
import type { LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'

interface AcceptFormProps {
  transaction: Transaction
  otherName: string
  steps: LoanSteps
  onTaken: () => void
  /** Begins with the proposed time as a sentence; its fields appear when somebody wants another time. */
  folded?: boolean
}

interface HandOver {
  /** The day and the time of the hand-over; empty where the two arrange it by message. */
  day: string
  time: string
  backBy: string
}

/** Proposes the wanted days, as far as they have not passed, at an hour at which people are at home. */
export function proposedHandOver(
  { wanted_from, wanted_until }: Pick<Transaction, 'wanted_from' | 'wanted_until'>,
  now: Date,
): HandOver {
  const today = dayOf(now)
  if (wanted_from === null || areDaysOver({ wanted_from, wanted_until }, now)) {
    return { day: '', time: '', backBy: '' }
  }
  const day = wanted_from > today ? wanted_from : today
  const last = wanted_until ?? wanted_from
  return { day, time: likelyHour(day, now), backBy: last >= day ? last : day }
}

/** Whether the wanted days have passed: then the lender has to name others. */
export const areDaysOver = (
  { wanted_from, wanted_until }: Pick<Transaction, 'wanted_from' | 'wanted_until'>,
  now: Date,
): boolean => {
  const last = wanted_until ?? wanted_from
  return last !== null && last < dayOf(now)
}

type Wrong = Partial<Record<keyof HandOver, 'date' | 'time'>>

/**
 * Finds values that cannot be right: a day that has passed or is too far away, a day without a time or a
 * time without a day, a return before the hand-over.
 */
export function wrongHandOver({ day, time, backBy }: HandOver, now: Date): Wrong {
  const today = dayOf(now)
  const last = addDays(today, LOAN_MAX_DAYS)
  const wrong: Wrong = {}
  if (day !== '' && (day < today || day > last)) wrong.day = 'date'
  if (day === '' && time !== '') wrong.day = 'date'
  if (day !== '' && time === '') wrong.time = 'time'
  if (backBy !== '' && (backBy < (day || today) || backBy > last)) wrong.backBy = 'date'
  return wrong
}

/**
 * The lender's yes: when the thing is fetched, when it is back, and a message. Everything is filled in, so
 * one press will do.
 */
export function AcceptForm({ transaction, otherName, steps, onTaken, folded }: AcceptFormProps) {
  const { t } = useTranslation('loans')
  const [values, setValues] = useState(() => proposedHandOver(transaction, new Date()))
  const [text, setText] = useState('')
  const [daysOver] = useState(() => areDaysOver(transaction, new Date()))
  const [open, setOpen] = useState(folded !== true || daysOver)
  const [wrong, setWrong] = useState<Wrong>({})
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  const change = (part: Partial<HandOver>) => {
    setValues({ ...values, ...part })
    setWrong({})
  }
  const accept = () => {
    const errors = wrongHandOver(values, new Date())
    if (daysOver && values.day === '' && values.backBy === '') errors.day = 'date'
    setWrong(errors)
    if (Object.keys(errors).length > 0 || isTooLong(text)) return
    send('accept', {
      handover_at: instantOf(values.day, values.time),
      return_by: values.backBy || null,
      text: text.trim() || null,
    })
  }
  return (
    <StepForm button={t('accept.confirm')} ready onSend={accept} pending={pending} error={error}>
      {open ? (
        <>
          {daysOver ? <p>{t('accept.daysOver')}</p> : null}
          <HandOverFields values={values} wrong={wrong} onChange={change} />
          <WordsField label={t('accept.note')} text={text} onChange={setText} />
        </>
      ) : (
        <div className={classes.folded}>
          <HandOverInWords values={values} name={otherName} />
          <AppButton tone="quiet" onClick={() => setOpen(true)}>
            {t('accept.change')}
          </AppButton>
        </div>
      )}
      <TakenBesides transaction={transaction} named={values} />
    </StepForm>
  )
}

function HandOverInWords({ values, name }: { values: HandOver; name: string }) {
  const { t } = useTranslation('loans')
  const language = currentLanguage()
  const at = instantOf(values.day, values.time)
  return (
    <>
      <p>
        {at ? t('accept.fetches', { name, when: momentInWords(at, language) }) : t('accept.open')}
      </p>
      {values.backBy ? (
        <p>{t('when.back', { when: dayInWords(values.backBy, language) })}</p>
      ) : null}
    </>
  )
}

interface HandOverFieldsProps {
  values: HandOver
  wrong: Wrong
  onChange: (part: Partial<HandOver>) => void
}

function HandOverFields({ values, wrong, onChange }: HandOverFieldsProps) {
  const { t } = useTranslation('loans')
  const { ofKey } = useErrorText()
  const today = dayOf(new Date())
  const late = wrong.time ? t('accept.timeMissing') : undefined
  const dateError = (name: keyof HandOver) =>
    wrong[name] ? ofKey('errors.validation.date') : undefined
  return (
    <>
      <div className={classes.row}>
        <TextField
          type="date"
          label={t('accept.day')}
          value={values.day}
          min={today}
          error={dateError('day')}
          onChange={(event) => onChange({ day: event.currentTarget.value })}
        />
        <TextField
          type="time"
          label={t('accept.time')}
          value={values.time}
          error={late}
          onChange={(event) => onChange({ time: event.currentTarget.value })}
        />
      </div>
      <p className={classes.hint}>{t('accept.openHint')}</p>
      <TextField
        type="date"
        label={t('accept.backBy')}
        optional
        value={values.backBy}
        min={values.day || today}
        error={dateError('backBy')}
        onChange={(event) => onChange({ backBy: event.currentTarget.value })}
      />
      {values.backBy === '' ? <p className={classes.hint}>{t('accept.backByHint')}</p> : null}
    </>
  )
}
