import type { Transaction } from '#features/transactions/contract.ts'
import type { LoanStep } from '#features/transactions/loan-steps.ts'
import { type OutgoingStep, outbox, type StepBodies } from '#features/transactions/web/data/door.ts'
import { forgetStep, outboxStep, useUnsentSteps } from './data/loan-steps.ts'

/** Takes a step; null while another one of the same loan is on its way. */
export type TakeStep = <S extends LoanStep>(step: S, body: StepBodies[S]) => string | null

export interface LoanSteps {
  take: TakeStep
  /** Not yet confirmed, or refused, the newest. */
  unsent: OutgoingStep | null
}

/** The steps of a loan, one at a time: however often a button is pressed, it is taken once. */
export function useLoanSteps(transaction: Transaction, userId: string): LoanSteps {
  const steps = useUnsentSteps(transaction.id, userId)
  const take: TakeStep = (step, body) => {
    // As it is now: a second press comes before the first is seen to be on its way.
    const known = outbox
      .all(userId)
      .filter(({ kind, transaction_id }) => kind === 'step' && transaction_id === transaction.id)
    if (known.some(({ state }) => state !== 'failed')) return null
    for (const { request_id } of known) forgetStep(request_id)
    return outboxStep(transaction, userId, step, body)
  }
  return { take, unsent: steps.at(-1) ?? null }
}
