import { useState } from 'react'
import { DayChoice, type Days } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useTakenBesides } from './data/loans.ts'
import { areDaysOver } from './days-of-yes.ts'
import { PROPOSAL_STAND_INS, type ProposalValues, proposalOf, proposalSchema } from './proposal.ts'
import { StepForm, WordsField } from './step-form.tsx'
import type { LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'

interface AgreedFormProps {
  transaction: Transaction
  otherName: string
  steps: LoanSteps
  onTaken: () => void
}

/** The wanted days that have not passed. */
function likelyDays(transaction: Transaction): Days | null {
  const { wanted_from, wanted_until } = transaction
  if (wanted_from === null || areDaysOver(transaction, serverNow())) return null
  return { from: wanted_from, until: wanted_until ?? wanted_from }
}

/** The borrower says on which days the two have agreed in words. */
export function AgreedForm({ transaction, otherName, steps, onTaken }: AgreedFormProps) {
  const { t } = useTranslation('loans')
  const { data: taken } = useTakenBesides(transaction.id)
  const [initial] = useState(() => ({ days: likelyDays(transaction), text: '' }))
  const form = useSchemaForm<ProposalValues>(proposalSchema, initial, undefined, PROPOSAL_STAND_INS)
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  return (
    <StepForm
      form={form}
      button={t('agreed.confirm')}
      onSend={(values) => send('sayAgreed', proposalOf(values))}
      pending={pending}
      error={error}
    >
      <p>{t('agreed.body', { name: otherName })}</p>
      <DayChoice
        label={t('agreed.days')}
        asked={transaction.wanted_from}
        taken={taken}
        first
        field={form.field('days')}
      />
      <WordsField label={t('propose.words')} field={form.field('text')} />
    </StepForm>
  )
}
