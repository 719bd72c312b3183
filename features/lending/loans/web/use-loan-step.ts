import {
  type OutgoingStep,
  outbox,
  type StepBodies,
} from '#features/lending/conversations/outbox/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { LoanStep } from '#features/lending/conversations/transactions/loan-steps.ts'
import { forgetStep, outboxStep, useUnsentSteps } from './data/loan-steps.ts'
import { asksFetched } from './loan-status.ts'

/**
 * Sends a step and returns its request id; null while another step of the same loan is being sent.
 * @param read the last event that the user saw, if earlier than the one shown now
 */
export type TakeStep = <S extends LoanStep>(
  step: S,
  body: StepBodies[S],
  read?: string | null,
) => string | null

export interface LoanSteps {
  take: TakeStep
  /** The newest step that is unconfirmed or was refused. */
  unsent: OutgoingStep | null
}

/** The last event of a loan, on which a new step is based. */
export const lastEventOf = ({ events }: Pick<Transaction, 'events'>): string | null =>
  events.at(-1)?.id ?? null

/** Whether a step was refused because another person was faster. */
export const isOvertaken = ({ error }: Pick<OutgoingStep, 'error'>): boolean =>
  error?.code === 'already_answered' || error?.code === 'status_changed'

/** The days that the other side proposed, as the user saw them: a yes applies only to these. */
export const askedDays = ({ asked_handover_at, asked_return_by }: Transaction) => ({
  handover_at: asked_handover_at,
  return_by: asked_return_by,
})

/**
 * If both sides are asked whether the thing was fetched, a yes means the agreed day; otherwise it is handed over
 * now.
 */
export const fetchedAsAgreed = (transaction: Transaction): StepBodies['handOver'] =>
  transaction.fetching && asksFetched(transaction) ? { day: transaction.fetching.agreed_on } : {}

/** The days on which the borrower says to have fetched it, as the user saw them. */
export const saidDays = ({ wanted_from, wanted_until }: Transaction) => ({
  since: wanted_from ?? '',
  return_by: wanted_until,
})

/** The steps of a loan, one at a time: however often a button is pressed, the step is sent once. */
export function useLoanSteps(transaction: Transaction, userId: string): LoanSteps {
  const steps = useUnsentSteps(transaction.id, userId)
  const take: TakeStep = (step, body, read = lastEventOf(transaction)) => {
    // Read from the outbox and not from the last rendering: a second press can come before the first one is
    // rendered.
    const unsentSteps = outbox
      .all(userId)
      .filter(({ kind, transaction_id }) => kind === 'step' && transaction_id === transaction.id)
    if (unsentSteps.some(({ state }) => state !== 'failed')) return null
    for (const { request_id } of unsentSteps) forgetStep(request_id)
    return outboxStep(transaction, userId, step, body, read)
  }
  return { take, unsent: steps.at(-1) ?? null }
}
