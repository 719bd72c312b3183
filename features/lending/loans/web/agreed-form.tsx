import { useState } from 'react'
import { DayChoice, type Days } from '#features/lending/conversations/requests/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { isTooLong } from '#features/lending/conversations/transactions/web/door.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { useTakenBesides } from './data/loans.ts'
import { areDaysOver } from './days-of-yes.ts'
import { StepForm, WordsField } from './step-form.tsx'
import type { LoanSteps } from './use-loan-step.ts'
import { useStepInDialog } from './use-step-in-dialog.ts'

interface AgreedFormProps {
  transaction: Transaction
  otherName: string
  steps: LoanSteps
  onTaken: () => void
}

/** The wanted days, as far as they are not over. */
function likelyDays(transaction: Transaction): Days | null {
  const { wanted_from, wanted_until } = transaction
  if (wanted_from === null || areDaysOver(transaction, serverNow())) return null
  return { from: wanted_from, until: wanted_until ?? wanted_from }
}

/** The borrower says on which days the two have agreed in words. */
export function AgreedForm({ transaction, otherName, steps, onTaken }: AgreedFormProps) {
  const { t } = useTranslation('loans')
  const { data: taken } = useTakenBesides(transaction.id)
  const [days, setDays] = useState(() => likelyDays(transaction))
  const [missing, setMissing] = useState(false)
  const [text, setText] = useState('')
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  const say = () => {
    setMissing(days === null)
    if (days === null || isTooLong(text)) return
    const words = text.trim() || null
    send('sayAgreed', { wanted_from: days.from, wanted_until: days.until, text: words })
  }
  return (
    <StepForm button={t('agreed.confirm')} onSend={say} pending={pending} error={error}>
      <p>{t('agreed.body', { name: otherName })}</p>
      <DayChoice
        label={t('agreed.days')}
        days={days}
        missing={missing}
        asked={transaction.wanted_from}
        taken={taken}
        first
        onChange={(next) => {
          setDays(next)
          setMissing(false)
        }}
      />
      <WordsField label={t('propose.words')} text={text} onChange={setText} />
    </StepForm>
  )
}
