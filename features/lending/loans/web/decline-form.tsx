import { z } from 'zod'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  DECLINE_REASONS,
  type DeclineReason,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { StepForm, WordsField, wordsSchema } from './step-form.tsx'
import type { LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'

interface DeclineFormProps {
  transaction: Transaction
  otherName: string
  steps: LoanSteps
  onTaken: () => void
}

const schema = z.object({ reason: z.enum(DECLINE_REASONS).nullable(), text: wordsSchema })

/** The lender's no: a reason and a message, both optional. */
export function DeclineForm({ transaction, otherName, steps, onTaken }: DeclineFormProps) {
  const { t } = useTranslation('loans')
  const form = useSchemaForm<{ reason: DeclineReason | null; text: string }>(schema, {
    reason: null,
    text: '',
  })
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  const takesBack = transaction.status === 'accepted'
  const options = DECLINE_REASONS.map((value) => ({ value, label: t(`decline.reason.${value}`) }))
  return (
    <StepForm
      form={form}
      button={t(takesBack ? 'decline.takeBack' : 'decline.confirm')}
      tone={takesBack ? 'danger' : 'primary'}
      onSend={({ reason, text }) => send('decline', { reason, text: text.trim() || null })}
      pending={pending}
      error={error}
    >
      <p>{t(takesBack ? 'decline.takeBackBody' : 'decline.body', { name: otherName })}</p>
      <ChoiceField
        label={t('decline.why')}
        options={options}
        value={form.form.values.reason}
        onChange={(reason) => form.form.setFieldValue('reason', reason)}
      />
      <WordsField label={t('decline.words')} field={form.field('text')} />
    </StepForm>
  )
}
