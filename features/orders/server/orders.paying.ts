import { type Currency, toCents } from '#features/products/pricing.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { ShownAmount } from '../contract.order.ts'
import { type FullOrder, presentPayable } from './orders.presenter.ts'

/** What is paid for an order: its price and what was given on top. */
export const dueFor = ({
  price_cents,
  donation_cents,
  currency,
}: FullOrder['order']): { amount_cents: number; currency: Currency } => ({
  amount_cents: price_cents + donation_cents,
  currency,
})

/** Whether a page shows this amount; true if it does not say what it shows. */
export const isShown = (
  amountDue: { amount_cents: number; currency: Currency },
  { payment_amount, payment_currency }: ShownAmount = {},
): boolean =>
  (payment_amount === undefined || toCents(payment_amount) === amountDue.amount_cents) &&
  (payment_currency === undefined || payment_currency === amountDue.currency)

/**
 * Nobody pays another amount than the one on the page: it may have been changed in another tab. Throws
 * `amount_changed` with the order as it is now, as anybody may see it.
 */
export function requireShownAmount(full: FullOrder, shown?: ShownAmount): void {
  if (isShown(dueFor(full.order), shown)) return
  throw new AppError('amount_changed', { current: presentPayable(full) })
}
