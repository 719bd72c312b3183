/** Why money that arrived pays no order by itself; somebody looks at it. */
export const UNMATCHED_REASONS = [
  /** Not booked yet: the next statement has it. */
  'not_booked',
  /** Money that went back, with the reference of an order. */
  'reversal',
  /** Several payments in one sum; their details are in a notification (camt.054). */
  'batch',
  'no_reference',
  'several_references',
  'unknown_order',
  'other_currency',
  'other_amount',
  'not_confirmed',
  /** A bank takes days for another payment of the order. */
  'payment_awaited',
  'already_paid',
  'cancelled',
] as const
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number]

/** Whether somebody has assigned such money to an order, given it back, or set it aside. */
export const UNMATCHED_STATES = ['open', 'assigned', 'returned', 'set_aside'] as const
export type UnmatchedState = (typeof UNMATCHED_STATES)[number]
