/** Why a payment was declined, where the provider says so in a way that can be said in any language: `errorMsg`. */
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
