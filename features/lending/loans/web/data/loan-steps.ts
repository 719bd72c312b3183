import { useMemo } from 'react'
import {
  type OutgoingStep,
  outbox,
  type StepBodies,
  type StepContent,
  useOutbox,
} from '#features/lending/conversations/outbox/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanStep } from '#features/lending/conversations/transactions/loan-steps.ts'
import { sideIdOf } from '#features/lending/conversations/transactions/web/door.ts'

/**
 * Sends a step of a loan at once, or as soon as there is a network. {@link useUnsentSteps} lists it until the
 * server has confirmed it. A step that the server refuses stays in that list with its error and is not retried
 * automatically.
 * @param last_event_id the last event that the user saw: the step is refused if something was decided since
 * @returns the request id of the step
 */
export function outboxStep<S extends LoanStep>(
  transaction: Pick<Transaction, 'id' | 'borrower_id' | 'renter_id'>,
  userId: string,
  step: S,
  body: StepBodies[S],
  last_event_id: string | null,
): string {
  const content = { kind: 'step', step, body, last_event_id } as StepContent
  const from_id = sideIdOf(transaction, userId)
  return outbox.add({ transaction_id: transaction.id, from_id, author_id: userId, ...content })
}

/** The steps of one transaction that the server has not confirmed. */
export function useUnsentSteps(transactionId: string, userId: string): OutgoingStep[] {
  const outgoing = useOutbox(userId)
  return useMemo(
    () =>
      outgoing.filter(
        (entry): entry is OutgoingStep =>
          entry.kind === 'step' && entry.transaction_id === transactionId,
      ),
    [outgoing, transactionId],
  )
}

/** Discards an unconfirmed step after the user has read why it was refused, or no longer wants it. */
export function forgetStep(requestId: string): void {
  outbox.remove(requestId)
}
