/** The stages of a transaction: request, decision, and loan. */
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

/** The API calls the lender `renter`; a household speaks for its letterbox. */
export const LOAN_SIDES = ['borrower', 'lender'] as const
export type LoanSide = (typeof LOAN_SIDES)[number]

/** Why a lender says no. */
export const DECLINE_REASONS = ['lent', 'away', 'broken', 'gone', 'other'] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** Why something changed: the lender's reason, or the reason of an automatic change. */
export const LOAN_REASONS = [
  ...DECLINE_REASONS,
  'another_day',
  'lent_elsewhere',
  'blocked',
  'not_delivered',
  'left',
  /** Agreed but not fetched: a side said so, or neither answered when asked. */
  'not_fetched',
  /** A side asked to change the days of an agreed or handed-over loan; the status stays. */
  'days_asked',
  /** The other side accepted the change. */
  'days_agreed',
  /** The other side declined the change. */
  'days_kept',
  /** The side that asked has withdrawn the change. */
  'days_withdrawn',
  /** No answer came before one of the proposed days had passed. */
  'days_ended',
  /** The borrower says that both have agreed on days in words; the lender is asked to confirm. */
  'agreed_in_words',
  /** The borrower says that the thing was fetched already; the lender is asked to confirm. */
  'fetched_in_words',
  /** The lender notes that the thing was fetched on the first wanted day: a yes and a hand-over in one step. */
  'noted',
] as const
export type LoanReason = (typeof LOAN_REASONS)[number]

/** What the borrower says was arranged in words and the lender has not confirmed. */
export const IN_WORDS = ['agreed', 'fetched'] as const
export type InWords = (typeof IN_WORDS)[number]

/** What a person can do to a transaction. */
export const LOAN_STEPS = [
  'accept',
  'decline',
  'propose',
  'withdraw',
  'agreeDays',
  'keepDays',
  'handOver',
  'notFetched',
  'return',
  'changeDays',
  'sayAgreed',
  'sayFetched',
  'noteLoan',
] as const
export type LoanStep = (typeof LOAN_STEPS)[number]

/** The parts of a transaction that decide who may do what. */
export interface LoanState {
  status: LoanStatus
  /** The side that proposed the current dates. */
  dates_by: LoanSide
  /** The side that asks to change the agreed days; null if neither does. */
  days_asked_by: LoanSide | null
  /** What the borrower says was arranged in words; null if nothing, or if the lender has reacted to it. */
  in_words: InWords | null
  /** One side blocked the other, or has left: the only step left is returning what was handed over. */
  closed: boolean
}

interface StepRule {
  from: readonly LoanStatus[]
  by: readonly LoanSide[]
  /** Null if the status stays. */
  to: LoanStatus | null
}

/** Agreed or out: its days can be changed if both sides want it. */
const LENT: readonly LoanStatus[] = ['accepted', 'handed_over']

/** Not decided by either side. A decline or a withdrawal is final: the other side cannot reverse it. */
const UNDECIDED: readonly LoanStatus[] = ['requested', 'expired']

/**
 * The only table of who may take which step when. A late yes re-opens an expired request, and either side may say
 * that a thing was handed over or came back. The lender can note what both arranged in words; the borrower can
 * only ask the lender to confirm it, since the borrower's word alone promises nothing.
 */
const RULES: Readonly<Record<LoanStep, StepRule>> = {
  accept: { from: UNDECIDED, by: ['lender'], to: 'accepted' },
  decline: { from: ['requested', 'accepted'], by: ['lender'], to: 'declined' },
  propose: { from: ['requested'], by: ['lender', 'borrower'], to: 'requested' },
  withdraw: { from: ['requested', 'accepted'], by: ['borrower'], to: 'withdrawn' },
  changeDays: { from: LENT, by: ['lender', 'borrower'], to: null },
  agreeDays: { from: LENT, by: ['lender', 'borrower'], to: null },
  keepDays: { from: LENT, by: ['lender', 'borrower'], to: null },
  handOver: { from: ['accepted'], by: ['lender', 'borrower'], to: 'handed_over' },
  notFetched: { from: ['accepted'], by: ['lender', 'borrower'], to: 'expired' },
  return: { from: ['handed_over'], by: ['lender', 'borrower'], to: 'returned' },
  sayAgreed: { from: UNDECIDED, by: ['borrower'], to: 'requested' },
  sayFetched: { from: UNDECIDED, by: ['borrower'], to: 'requested' },
  noteLoan: { from: UNDECIDED, by: ['lender'], to: 'handed_over' },
}

/**
 * The status after a step.
 * @param before the status in which it is taken
 */
export const statusAfter = (step: LoanStep, before: LoanStatus): LoanStatus =>
  RULES[step].to ?? before

/** Whether a side may take this step on proposed days: accept or decline the other side's, or withdraw its own. */
function mayStepOnDays(asked_by: LoanSide | null, side: LoanSide, step: LoanStep): boolean {
  // A side that has asked already waits for the answer.
  if (step === 'changeDays') return asked_by !== side
  if (step === 'agreeDays') return asked_by !== null && asked_by !== side
  return step !== 'keepDays' || asked_by !== null
}

/**
 * What a borrower may still say before the lender has reacted: "agreed", and later "fetched", each once. Other
 * days would only be a second question about the same thing.
 */
function mayBeSaid(in_words: InWords | null, side: LoanSide, step: LoanStep): boolean {
  if (step === 'sayAgreed') return in_words === null
  if (step === 'sayFetched') return in_words !== 'fetched'
  return step !== 'propose' || side === 'lender' || in_words === null
}

/** Whether a side may take this step now. */
export function mayStep(state: LoanState, side: LoanSide, step: LoanStep): boolean {
  const { status, dates_by, days_asked_by, in_words, closed } = state
  if (closed && step !== 'return') return false
  // Undefined in responses of a previous server version during a deployment.
  if (!mayBeSaid(in_words ?? null, side, step)) return false
  if (!mayStepOnDays(days_asked_by ?? null, side, step)) return false
  const { from, by } = RULES[step]
  // If the lender proposed the dates, the borrower is the one who accepts.
  const agrees = step === 'accept' && side === 'borrower' && dates_by === 'lender'
  if (agrees) return status === 'requested'
  return from.includes(status) && by.includes(side)
}

/** All steps that a side may take now, in the order in which they are offered. */
export function stepsOf(state: LoanState, side: LoanSide): LoanStep[] {
  return LOAN_STEPS.filter((step) => mayStep(state, side, step))
}

/** Whether a transaction has ended: nothing is left to decide or to return. */
export const isOver = (status: LoanStatus): boolean =>
  status === 'returned' || status === 'declined' || status === 'withdrawn' || status === 'expired'
