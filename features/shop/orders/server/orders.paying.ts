import { type Currency, maxPayment, toCents } from '#features/shop/orders/products/pricing.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { ShownAmount } from '../contract.order.ts'
import { centsToPay, type FullOrder, presentPayable } from './orders.presenter.ts'

/** What is paid for an order: its price and what was given on top, or what a correction has added since. */
export const dueFor = (
  order: FullOrder['order'],
): { amount_cents: number; currency: Currency } => ({
  amount_cents: centsToPay(order),
  currency: order.currency,
})

/** Whether money can be paid for it now: it waits for its payment, or for what a correction has added. */
export const isPayable = (order: FullOrder['order']): boolean =>
  order.status === 'pending_payment' ||
  ((order.status === 'paid' || order.status === 'processed') && centsToPay(order) > 0)

/** Whether a bank that was asked to pay it takes days. Until it has answered, nobody pays in another way. */
export const isAwaited = (order: FullOrder['order']): boolean =>
  isPayable(order) && order.awaited_until !== null

/** Whether whoever ordered is to pay it now. */
export const isToPay = (order: FullOrder['order']): boolean =>
  isPayable(order) && order.awaited_until === null

/**
 * The least and the most that pays an order, in cents; null where nothing is to be paid. What was corrected is paid to
 * the cent: of an amount above it nobody knows what it is for.
 */
export function paymentLimits(order: FullOrder['order']): { least: number; most: number } | null {
  if (!isPayable(order)) return null
  if (order.status === 'pending_payment') {
    return { least: order.price_cents, most: maxPayment(order.price_cents) }
  }
  return { least: order.owing_cents, most: order.owing_cents }
}

/**
 * What is open of an order once money goes back. What a correction has left to be given back by hand goes back with it.
 * Where a correction has left something to be paid, the price stays what it is: what goes back is still to be paid, too,
 * unless all of it goes back. Cents.
 * @param left what can be given back
 */
export function owingAfterRefund(
  { owing_cents }: Pick<FullOrder['order'], 'owing_cents'>,
  amount_cents: number,
  left: number,
): number {
  if (owing_cents <= 0) return Math.min(0, owing_cents + amount_cents)
  return amount_cents >= left ? 0 : owing_cents + amount_cents
}

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
