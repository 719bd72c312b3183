import { type FullOrder, type OrderRow, presentPayable } from '#features/shop/orders/server/door.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { ShownAmount } from '../../contract.order.ts'
import { type Currency, maxPayment, toCents } from '../../products/pricing.ts'

/** The amount due now, in cents: the whole order, or what a correction has added since. */
export function centsToPay({
  status,
  price_cents,
  donation_cents,
  owing_cents,
}: Pick<OrderRow, 'status' | 'price_cents' | 'donation_cents' | 'owing_cents'>): number {
  if (status === 'cancelled') return 0
  if (status === 'paid' || status === 'processed') return Math.max(0, owing_cents)
  return price_cents + donation_cents
}

/** The amount due: price plus donation, or what a correction has added since. */
export const dueFor = (
  order: FullOrder['order'],
): { amount_cents: number; currency: Currency } => ({
  amount_cents: centsToPay(order),
  currency: order.currency,
})

/** Whether the order is unpaid, or a correction has added an amount that is unpaid. */
export const isPayable = (order: FullOrder['order']): boolean =>
  order.status === 'pending_payment' ||
  ((order.status === 'paid' || order.status === 'processed') && centsToPay(order) > 0)

/** Whether a bank payment is pending for days; until it ends, no other payment is accepted. */
export const isAwaited = (order: FullOrder['order']): boolean =>
  isPayable(order) && order.awaited_until !== null

/** Whether the customer should pay now. */
export const isToPay = (order: FullOrder['order']): boolean =>
  isPayable(order) && order.awaited_until === null

/**
 * The minimum and maximum that pays an order, in cents; null if nothing is due. A corrected amount must be paid to
 * the cent, because the purpose of anything above it would be unknown.
 */
export function paymentLimits(order: FullOrder['order']): { least: number; most: number } | null {
  if (!isPayable(order)) return null
  if (order.status === 'pending_payment') {
    return { least: order.price_cents, most: maxPayment(order.price_cents) }
  }
  return { least: order.owing_cents, most: order.owing_cents }
}

/**
 * The amount still open after a refund, in cents. An overpayment left by a correction is refunded first. If a
 * correction left an amount due, the price stays, so a refund raises the amount due, unless everything is refunded.
 * @param left what can be refunded
 */
export function owingAfterRefund(
  { owing_cents }: Pick<FullOrder['order'], 'owing_cents'>,
  amount_cents: number,
  left: number,
): number {
  if (owing_cents <= 0) return Math.min(0, owing_cents + amount_cents)
  return amount_cents >= left ? 0 : owing_cents + amount_cents
}

/** Whether the page shows this amount; true if the page does not say. */
export const isShown = (
  amountDue: { amount_cents: number; currency: Currency },
  { payment_amount, payment_currency }: ShownAmount = {},
): boolean =>
  (payment_amount === undefined || toCents(payment_amount) === amountDue.amount_cents) &&
  (payment_currency === undefined || payment_currency === amountDue.currency)

/**
 * Prevents paying an amount other than the one on the page, because another tab may have changed it. Throws
 * `amount_changed` with the current order, in its public form.
 */
export function requireShownAmount(full: FullOrder, shown?: ShownAmount): void {
  if (isShown(dueFor(full.order), shown)) return
  throw new AppError('amount_changed', { current: presentPayable(full) })
}
