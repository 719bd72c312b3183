import { useState } from 'react'
import { dayInWords, momentInWords } from '#features/lending/conversations/requests/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { isTooLong } from '#features/lending/conversations/transactions/web/door.ts'
import { dayOf, instantOf } from '#platform/web/data/community-day.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { areDaysOver } from './days-of-yes.ts'
import { type HandOver, HandOverFields, type Wrong, wrongHandOver } from './hand-over-fields.tsx'
import classes from './step-form.module.css'
import { StepForm, WordsField } from './step-form.tsx'
import { TakenBesides } from './taken-besides.tsx'
import type { LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'
import { readWords } from './written-words.ts'

interface AcceptFormProps {
  transaction: Transaction
  otherName: string
  steps: LoanSteps
  onTaken: () => void
  /** Begins with the proposed time as a sentence; its fields appear when somebody wants another time. */
  folded?: boolean
}

/**
 * Proposes the day and the time that the lender has written, else the wanted days as far as they have not passed. An hour
 * that nobody has named stays open: one that is filled in would be sent as the lender's word.
 */
export function proposedHandOver(transaction: Transaction, now: Date): HandOver {
  const wanted = wantedHandOver(transaction, now)
  const { answer, day, time } = readWords(transaction, now)
  const named = answer === 'decline' ? wanted.day : (day ?? wanted.day)
  if (named === '') return wanted
  const backBy = wanted.backBy >= named ? wanted.backBy : ''
  return { day: named, time: time ?? '', backBy }
}

function wantedHandOver({ wanted_from, wanted_until }: Transaction, now: Date): HandOver {
  const today = dayOf(now)
  if (wanted_from === null || areDaysOver({ wanted_from, wanted_until }, now)) {
    return { day: '', time: '', backBy: '' }
  }
  const day = wanted_from > today ? wanted_from : today
  const last = wanted_until ?? wanted_from
  return { day, time: '', backBy: last >= day ? last : day }
}

/**
 * The lender's yes: when the thing is fetched, when it is back, and a message. Everything is filled in, so
 * one press will do.
 */
export function AcceptForm({ transaction, otherName, steps, onTaken, folded }: AcceptFormProps) {
  const { t } = useTranslation('loans')
  const [values, setValues] = useState(() => proposedHandOver(transaction, serverNow()))
  const [text, setText] = useState('')
  const [daysOver] = useState(() => areDaysOver(transaction, serverNow()))
  const [open, setOpen] = useState(folded !== true || daysOver)
  const [wrong, setWrong] = useState<Wrong>({})
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  const change = (part: Partial<HandOver>) => {
    setValues({ ...values, ...part })
    setWrong({})
  }
  const accept = () => {
    const errors = wrongHandOver(values, serverNow())
    if (daysOver && values.day === '' && values.backBy === '') errors.day = 'date'
    setWrong(errors)
    if (Object.keys(errors).length > 0 || isTooLong(text)) return
    send('accept', {
      handover_at: instantOf(values.day, values.time),
      handover_day: values.day || null,
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

export function HandOverInWords({ values, name }: { values: HandOver; name: string }) {
  const { t } = useTranslation('loans')
  const language = currentLanguage()
  const at = instantOf(values.day, values.time)
  const when = at ? momentInWords(at, language) : values.day && dayInWords(values.day, language)
  return (
    <>
      {when ? <p>{t('accept.fetches', { name, when })}</p> : null}
      {at ? null : <p>{t(when ? 'accept.hourOpen' : 'accept.open')}</p>}
      {values.backBy ? (
        <p>{t('when.back', { when: dayInWords(values.backBy, language) })}</p>
      ) : null}
    </>
  )
}
