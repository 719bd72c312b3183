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

/** The API calls the lender `renter`; a household speaks for its letterbox. */
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
  /** Agreed, and not fetched: a side said so, or neither answered the question whether it was. */
  'not_fetched',
  /** A side asked for other days of what is agreed or out; the status stays. */
  'days_asked',
  /** The other side said yes to them. */
  'days_agreed',
  /** The other side said no to them. */
  'days_kept',
  /** The side that asked does not need other days any more. */
  'days_withdrawn',
  /** Nobody answered before a day that was asked for had passed. */
  'days_ended',
  /** The borrower says that the two have agreed on days in words; the lender is asked whether that is right. */
  'agreed_in_words',
  /** The borrower says that the thing was fetched already; the lender is asked whether that is right. */
  'fetched_in_words',
  /** The lender notes that the thing was fetched, on the first wanted day: a yes and a hand-over at once. */
  'noted',
] as const
export type LoanReason = (typeof LOAN_REASONS)[number]

/** What the borrower says was arranged in words, and the lender has not confirmed. */
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

/** What decides who may do what: a transaction, as far as its loan goes. */
export interface LoanState {
  status: LoanStatus
  /** The side that proposed the current dates. */
  dates_by: LoanSide
  /** The side that asks for other days of what was agreed; null: nobody does. */
  days_asked_by: LoanSide | null
  /** What the borrower says was arranged in words; null: nothing, or the lender has reacted to it. */
  in_words: InWords | null
  /** One side blocked the other, or has left: only what was handed over can still be returned. */
  closed: boolean
}

interface StepRule {
  from: readonly LoanStatus[]
  by: readonly LoanSide[]
  /** Null: it stays. */
  to: LoanStatus | null
}

/** What is agreed, or out: its days can be changed where both sides want it. */
const LENT: readonly LoanStatus[] = ['accepted', 'handed_over']

/** What nobody has decided. A no, and a request that was withdrawn, are words of one side: the other cannot turn them. */
const UNDECIDED: readonly LoanStatus[] = ['requested', 'expired']

/**
 * The only table of who may take which step when. A late yes re-opens a request that expired, and
 * either side may say that a thing was handed over or came back. What the two arranged in words the lender notes, and
 * the borrower asks the lender to confirm: by the borrower's word alone nothing is promised.
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

/** Whether a side may do this to the days that a side asks for: say yes or no to those of the other, or drop its own. */
function mayStepOnDays(asked_by: LoanSide | null, side: LoanSide, step: LoanStep): boolean {
  // Who has asked already waits for the answer.
  if (step === 'changeDays') return asked_by !== side
  if (step === 'agreeDays') return asked_by !== null && asked_by !== side
  return step !== 'keepDays' || asked_by !== null
}

/**
 * What a borrower may say before the lender has reacted to what was said in words: "agreed", and later on "fetched" after
 * it, but nothing again. Other days would be one more question about the same.
 */
function mayBeSaid(in_words: InWords | null, side: LoanSide, step: LoanStep): boolean {
  if (step === 'sayAgreed') return in_words === null
  if (step === 'sayFetched') return in_words !== 'fetched'
  return step !== 'propose' || side === 'lender' || in_words === null
}

/** Whether a side may do this now. */
export function mayStep(state: LoanState, side: LoanSide, step: LoanStep): boolean {
  const { status, dates_by, days_asked_by, in_words, closed } = state
  if (closed && step !== 'return') return false
  // Undefined from a server of the previous version, while the version is switched.
  if (!mayBeSaid(in_words ?? null, side, step)) return false
  if (!mayStepOnDays(days_asked_by ?? null, side, step)) return false
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
