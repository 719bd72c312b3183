/** The stages of a transaction: the request, what became of it, and the loan. */
export const LOAN_STATUSES = [
  'requested',
  'accepted',
  'handed_over',
  'returned',
  'declined',
  'withdrawn',
  'expired',
] as const
export type LoanStatus = (typeof LOAN_STATUSES)[number]

/** The renter is the lender; a household speaks for its letterbox. */
export const LOAN_SIDES = ['borrower', 'lender'] as const
export type LoanSide = (typeof LOAN_SIDES)[number]

/** Why a lender says no, from a short list. */
export const DECLINE_REASONS = ['lent', 'away', 'broken', 'gone', 'other'] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** Why something changed: the lender's reason, or why the program changed it by itself. */
export const LOAN_REASONS = [
  ...DECLINE_REASONS,
  'another_day',
  'lent_elsewhere',
  'blocked',
  'not_delivered',
  'left',
  /** Promised without a day for the return, and not fetched while the promise stood. */
  'not_fetched',
] as const
export type LoanReason = (typeof LOAN_REASONS)[number]

/** What a person can do to a transaction. */
export const LOAN_STEPS = [
  'accept',
  'decline',
  'propose',
  'withdraw',
  'handOver',
  'return',
] as const
export type LoanStep = (typeof LOAN_STEPS)[number]

/** What decides who may do what: a transaction, as far as its loan goes. */
export interface LoanState {
  status: LoanStatus
  /** The side that proposed the current dates. */
  dates_by: LoanSide
  /** One side blocked the other, or has left: only what was handed over can still be returned. */
  closed: boolean
}

interface StepRule {
  from: readonly LoanStatus[]
  by: readonly LoanSide[]
  to: LoanStatus
}

/**
 * The only table of who may take which step when. A late yes re-opens a request that expired, and
 * either side may say that a thing was handed over or came back.
 */
const RULES: Readonly<Record<LoanStep, StepRule>> = {
  accept: { from: ['requested', 'expired'], by: ['lender'], to: 'accepted' },
  decline: { from: ['requested', 'accepted'], by: ['lender'], to: 'declined' },
  propose: { from: ['requested'], by: ['lender', 'borrower'], to: 'requested' },
  withdraw: { from: ['requested', 'accepted'], by: ['borrower'], to: 'withdrawn' },
  handOver: { from: ['accepted'], by: ['lender', 'borrower'], to: 'handed_over' },
  return: { from: ['handed_over'], by: ['lender', 'borrower'], to: 'returned' },
}

/** The status after a step. */
export const statusAfter = (step: LoanStep): LoanStatus => RULES[step].to

/** Whether a side may do this now. */
export function mayStep({ status, dates_by, closed }: LoanState, side: LoanSide, step: LoanStep) {
  if (closed && step !== 'return') return false
  const { from, by } = RULES[step]
  // Where the lender proposed the dates, it is the borrower who says yes.
  const agrees = step === 'accept' && side === 'borrower' && dates_by === 'lender'
  if (agrees) return status === 'requested'
  return from.includes(status) && by.includes(side)
}

/** All that a side may do now, in the order in which it is offered. */
export function stepsOf(state: LoanState, side: LoanSide): LoanStep[] {
  return LOAN_STEPS.filter((step) => mayStep(state, side, step))
}

/** Whether a transaction has ended: nothing is left to decide or to give back. */
export const isOver = (status: LoanStatus): boolean =>
  status === 'returned' || status === 'declined' || status === 'withdrawn' || status === 'expired'
