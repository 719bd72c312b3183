/** Why a payment cannot be matched automatically, so that an administrator has to look at it. */
export const UNMATCHED_REASONS = [
  /** Not booked yet; the next statement contains it. */
  'not_booked',
  /** Outgoing money with the reference of an order. */
  'reversal',
  /** Several payments in one sum; a camt.054 notification contains the details. */
  'batch',
  'no_reference',
  'several_references',
  'unknown_order',
  'other_currency',
  'other_amount',
  'not_confirmed',
  /** Another payment of the order is pending at a bank, which takes days. */
  'payment_awaited',
  'already_paid',
  'cancelled',
] as const
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number]

/** Whether an administrator has assigned the payment to an order, given it back or set it aside. */
export const UNMATCHED_STATES = ['open', 'assigned', 'returned', 'set_aside'] as const
export type UnmatchedState = (typeof UNMATCHED_STATES)[number]
