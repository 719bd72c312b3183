import { useState } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { instantOf } from '#platform/web/data/community-day.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { areDaysOver } from './days-of-yes.ts'
import { HAND_OVER_STAND_INS, HandOverFields, handOverSchema } from './hand-over-fields.tsx'
import { HandOverInWords, proposedHandOver } from './proposed-hand-over.tsx'
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
  /** Shows the proposed time as a sentence; the fields appear when the lender wants another time. */
  folded?: boolean
}

/** The lender's yes: hand-over, return, and a message. Everything is prefilled, so one press is enough. */
export function AcceptForm({ transaction, otherName, steps, onTaken, folded }: AcceptFormProps) {
  const { t } = useTranslation('loans')
  const [initial] = useState(() => ({ ...proposedHandOver(transaction, serverNow()), text: '' }))
  const [daysOver] = useState(() => areDaysOver(transaction, serverNow()))
  const [open, setOpen] = useState(folded !== true || daysOver)
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  const form = useSchemaForm(
    handOverSchema(serverNow()).refine(
      ({ day, backBy }) => !daysOver || day !== '' || backBy !== '',
      { path: ['day'], error: VALIDATION.date },
    ),
    initial,
    undefined,
    HAND_OVER_STAND_INS,
  )
  const { values } = form.form
  return (
    <StepForm
      form={form}
      button={t('accept.confirm')}
      ready
      onSend={({ day, time, backBy, text }) =>
        send('accept', {
          handover_at: instantOf(day, time),
          handover_day: day || null,
          return_by: backBy || null,
          text: text.trim() || null,
        })
      }
      pending={pending}
      error={error}
    >
      {open ? (
        <>
          {daysOver ? <p>{t('accept.daysOver')}</p> : null}
          <HandOverFields form={form} />
          <WordsField label={t('accept.note')} field={form.field('text')} />
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
