import { useState } from 'react'
import { DayChoice, type Days } from '#features/lending/conversations/requests/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { isTooLong } from '#features/lending/conversations/transactions/web/door.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { useTakenBesides } from './data/loans.ts'
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

/** The other day that the lender has written, and until when it is wanted. */
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
  const [days, setDays] = useState<Days | null>(() => daysOfWords(transaction))
  const [missing, setMissing] = useState(false)
  const [text, setText] = useState('')
  const { send, pending, error } = useStepInDialog(steps, onTaken)
  const propose = () => {
    setMissing(days === null)
    if (days === null || isTooLong(text)) return
    const words = text.trim() || null
    send('propose', { wanted_from: days.from, wanted_until: days.until, text: words })
  }
  return (
    <StepForm button={t('propose.confirm')} onSend={propose} pending={pending} error={error}>
      <DayChoice
        label={t('propose.days', { name: otherName })}
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
