import { useEffect, useMemo, useState } from 'react'
import { FailureNotice } from '#features/lending/conversations/messages/web/door.ts'
import type {
  Transaction,
  TransactionEvent,
} from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { newRequestId } from '#platform/web/data/request-id.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { UNDO_MINUTES } from '../loan-limits.ts'
import { useUndoStep } from './data/loans.ts'
import { lastEventOf } from './use-loan-step.ts'

interface UndoStepProps {
  transaction: Transaction
  side: LoanSide
  /** Called when the button disappears, so that the focus can move to another place. */
  onUndone: () => void
}

/** Whether the borrower said that something was arranged in words. */
const isSaid = (event: TransactionEvent | undefined) =>
  event?.reason === 'agreed_in_words' || event?.reason === 'fetched_in_words'

const LABELS = {
  requested: 'undo.said',
  handed_over: 'undo.handedOver',
  returned: 'undo.returned',
} as const

/** For how many more milliseconds the user's last step can be undone; null if it cannot. */
function msLeft({ status, events, thanks, closed }: Transaction, side: LoanSide): number | null {
  const last = events.at(-1)
  if (status !== 'handed_over' && status !== 'returned' && !isSaid(last)) return null
  if (last?.status !== status || last.side !== side || closed) return null
  if (thanks.own || thanks.theirs) return null
  return Date.parse(last.at) + UNDO_MINUTES * MINUTE_MS - serverNow().getTime()
}

/**
 * Undoes a mistaken press: "handed over" and "came back" take one press each, and so does noting what was
 * arranged in words.
 */
export function UndoStep({ transaction, side, onUndone }: UndoStepProps) {
  const { t } = useTranslation('loans')
  const undo = useUndoStep(transaction.id)
  const remainingMs = msLeft(transaction, side)
  const last_event_id = lastEventOf(transaction)
  // One id per step: pressing again after a lost response undoes only that step.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step is another request
  const request_id = useMemo(newRequestId, [transaction.id, last_event_id])
  const [, setOver] = useState(false)
  useEffect(() => {
    if (remainingMs === null || remainingMs <= 0) return
    const timer = setTimeout(() => setOver(true), remainingMs)
    return () => clearTimeout(timer)
  }, [remainingMs])
  if (remainingMs === null || remainingMs <= 0) return null
  return (
    <div>
      {undo.error ? <FailureNotice error={undo.error} /> : null}
      <AppButton
        tone="quiet"
        loading={undo.isPending}
        onClick={() => undo.mutate({ request_id, last_event_id }, { onSuccess: onUndone })}
      >
        {t(LABELS[transaction.status as keyof typeof LABELS])}
      </AppButton>
    </div>
  )
}
