import { useState } from 'react'
import { DayChoice, type Days } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useTakenBesides } from './data/loans.ts'
import { PROPOSAL_STAND_INS, type ProposalValues, proposalOf, proposalSchema } from './proposal.ts'
import { StepForm, WordsField } from './step-form.tsx'
import type { LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'
import { readWords } from './written-words.ts'

interface ProposeFormProps {
  transaction: Transaction
  otherName: string
  steps: LoanSteps
  onTaken: () => void
}

/** The other day that the lender mentioned in a message, and until when the thing is wanted. */
function daysOfWords(transaction: Transaction): Days | null {
  const { answer, day } = readWords(transaction, serverNow())
  if (answer !== 'propose' || day === null) return null
  const { wanted_until } = transaction
  return { from: day, until: wanted_until !== null && wanted_until > day ? wanted_until : day }
}

/** The lender proposes other days than the wanted ones. */
export function ProposeForm({ transaction, otherName, steps, onTaken }: ProposeFormProps) {
  const { t } = useTranslation('loans')
  const { data: taken } = useTakenBesides(transaction.id)
  const [initial] = useState(() => ({ days: daysOfWords(transaction), text: '' }))
  const form = useSchemaForm<ProposalValues>(proposalSchema, initial, undefined, PROPOSAL_STAND_INS)
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  return (
    <StepForm
      form={form}
      button={t('propose.confirm')}
      onSend={(values) => send('propose', proposalOf(values))}
      pending={pending}
      error={error}
    >
      <DayChoice
        label={t('propose.days', { name: otherName })}
        asked={transaction.wanted_from}
        taken={taken}
        first
        field={form.field('days')}
      />
      <WordsField label={t('propose.words')} field={form.field('text')} />
    </StepForm>
  )
}
