/** Reasons why a payment was declined that we can translate, in `errorMsg`. */
export const DECLINE_REASONS = [
  'declined',
  'insufficient_funds',
  'limit',
  'expired_card',
  'incorrect_number',
  'incorrect_cvc',
  'authentication',
  'not_supported',
] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]
