import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import type { PaymentRow } from './payments.queries.ts'

/** So long may a payer take to answer the bank. */
const BANK_MS = HOUR_MS
/** So long PayPal keeps an order that nobody approves, and so do we. */
export const APPROVAL_MS = 3 * HOUR_MS
/** One that was made longer ago is not handed out again: the payer would have too little time left. */
const HANDED_OUT_MS = HOUR_MS

/** What takes longer than this is with a bank that needs days. */
const SLOW_MS = HOUR_MS
/** Banks need about so many working days, for a direct debit as for an eCheck. */
const BANK_WORKING_DAYS = 6

export const isSlow = ({ created_at }: Pick<PaymentRow, 'created_at'>, now: Date): boolean =>
  now.getTime() - created_at.getTime() > SLOW_MS

/** When a bank that takes days has usually answered: no bank works on Saturdays and Sundays. */
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
 * Whether a payment waits for its payer to approve it at PayPal, or is about to. PayPal takes no money
 * before we say so, and we do only after it has become `started` again: until then it can be ended here.
 */
export const waitsForApproval = ({ provider, provider_ref, status }: Standing): boolean =>
  provider === 'paypal' &&
  (status === 'requires_action' || (status === 'started' && provider_ref === null))

/** Whether a payment that waits for approval is what would be made now. */
export const isHandedOutAgain = (
  { amount_cents, currency, created_at }: PaymentRow,
  amountDue: Pick<PaymentRow, 'amount_cents' | 'currency'>,
  now: Date,
): boolean =>
  amount_cents === amountDue.amount_cents &&
  currency === amountDue.currency &&
  now.getTime() - created_at.getTime() < HANDED_OUT_MS

/** Whether the payer of a payment that was begun then has gone. */
export const isAbandoned = ({ provider, created_at }: PaymentRow, now: Date): boolean =>
  now.getTime() - created_at.getTime() > (provider === 'paypal' ? APPROVAL_MS : BANK_MS)

/** What a provider says of a payment, and what we know of it. */
export const agrees = (
  payment: Pick<PaymentRow, 'amount_cents' | 'currency'>,
  refno: string,
  state: { refno: string; amount_cents: number; currency: string },
): boolean =>
  state.refno === refno &&
  state.amount_cents === payment.amount_cents &&
  state.currency === payment.currency
