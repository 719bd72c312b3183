import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import type { PaymentRow } from './payments.queries.ts'

/** How long a payer may take to answer the bank. */
const BANK_MS = HOUR_MS
/** How long PayPal keeps an order without approval; we do the same. */
export const APPROVAL_MS = 3 * HOUR_MS
/** Older payments are not reused, because the payer would have too little time left. */
const HANDED_OUT_MS = HOUR_MS

/** Payments that take longer wait for a bank that needs days. */
const SLOW_MS = HOUR_MS
/** Working days that banks usually need, for a direct debit or an eCheck. */
const BANK_WORKING_DAYS = 6

export const isSlow = ({ created_at }: Pick<PaymentRow, 'created_at'>, now: Date): boolean =>
  now.getTime() - created_at.getTime() > SLOW_MS

/** When a bank that takes days has usually answered; banks do not work on weekends. */
export function answeredBy(now: Date): Date {
  let day = now
  for (let left = BANK_WORKING_DAYS; left > 0; ) {
    day = new Date(day.getTime() + DAY_MS)
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1
  }
  return day
}

type Standing = Pick<PaymentRow, 'provider' | 'provider_ref' | 'status'>

/**
 * Whether a payment waits, or is about to wait, for approval at PayPal. PayPal takes no money until we ask, and we do
 * so only after the payment is `started` again. Until then it can be cancelled here.
 */
export const waitsForApproval = ({ provider, provider_ref, status }: Standing): boolean =>
  provider === 'paypal' &&
  (status === 'requires_action' || (status === 'started' && provider_ref === null))

/** Whether a payment that waits for approval can be reused for the current amount. */
export const isHandedOutAgain = (
  { amount_cents, currency, created_at }: PaymentRow,
  amountDue: Pick<PaymentRow, 'amount_cents' | 'currency'>,
  now: Date,
): boolean =>
  amount_cents === amountDue.amount_cents &&
  currency === amountDue.currency &&
  now.getTime() - created_at.getTime() < HANDED_OUT_MS

/** Whether the payer has abandoned a payment of this age. */
export const isAbandoned = ({ provider, created_at }: PaymentRow, now: Date): boolean =>
  now.getTime() - created_at.getTime() > (provider === 'paypal' ? APPROVAL_MS : BANK_MS)

/** Whether the provider's data of a payment matches ours. */
export const agrees = (
  payment: Pick<PaymentRow, 'amount_cents' | 'currency'>,
  refno: string,
  state: { refno: string; amount_cents: number; currency: string },
): boolean =>
  state.refno === refno &&
  state.amount_cents === payment.amount_cents &&
  state.currency === payment.currency
