import { useState } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  DECLINE_REASONS,
  type DeclineReason,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import { isTooLong } from '#features/lending/conversations/transactions/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { StepForm, WordsField } from './step-form.tsx'
import type { LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'

interface DeclineFormProps {
  transaction: Transaction
  otherName: string
  steps: LoanSteps
  onTaken: () => void
}

/** The lender's no: a reason from a short list and a message, both of them optional. */
export function DeclineForm({ transaction, otherName, steps, onTaken }: DeclineFormProps) {
  const { t } = useTranslation('loans')
  const [reason, setReason] = useState<DeclineReason | null>(null)
  const [text, setText] = useState('')
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  const takesBack = transaction.status === 'accepted'
  const options = DECLINE_REASONS.map((value) => ({ value, label: t(`decline.reason.${value}`) }))
  const decline = () => {
    if (isTooLong(text)) return
    send('decline', { reason, text: text.trim() || null })
  }
  return (
    <StepForm
      button={t(takesBack ? 'decline.takeBack' : 'decline.confirm')}
      tone={takesBack ? 'danger' : 'primary'}
      onSend={decline}
      pending={pending}
      error={error}
    >
      <p>{t(takesBack ? 'decline.takeBackBody' : 'decline.body', { name: otherName })}</p>
      <ChoiceField label={t('decline.why')} options={options} value={reason} onChange={setReason} />
      <WordsField label={t('decline.words')} text={text} onChange={setText} />
    </StepForm>
  )
}
