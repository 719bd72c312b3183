import {
  type Currency,
  centsAPiece,
  currencyOf,
  donationOf,
  type ListPrice,
  maxPayment,
  PRODUCT_ID,
  type ProductId,
  toCents,
} from '#features/shop/orders/products/pricing.ts'
import type { AttemptLimit } from '#platform/server/identity/attempts.queries.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import type { OrderStatus } from '../order-steps.ts'
import type { OrderRow } from './presenter.ts'

/** Limit for orders of one account, or of visitors with one mailbox. */
export const PER_ACCOUNT: AttemptLimit = { max: 20, windowMs: HOUR_MS }

/** Limit for mailing the invoice of one order. */
export const PER_INVOICE: AttemptLimit = { max: 3, windowMs: DAY_MS }

/** Reseller orders are reviewed before payment. */
export const firstStatus = (product: ProductId): OrderStatus =>
  product === PRODUCT_ID.reseller ? 'pending_confirmation' : 'pending_payment'

/**
 * Whether confirming an order makes its letterbox a reseller's, with a public address for questions. It needs an
 * account, and a customer who was not asked about the map or did not decline.
 */
export const becomesReseller = (order: {
  product_id: number
  user_id: string | null
  show_on_map: boolean | null
}): boolean =>
  order.product_id === PRODUCT_ID.reseller && order.user_id !== null && order.show_on_map !== false

export interface Price {
  piece_cents: number
  price_cents: number
  donation_cents: number
  currency: Currency
}

/**
 * Price of an order.
 * @param donation as sent by the client
 * @returns null if the donation exceeds the slider
 */
export function priceOf(
  { amount, country }: { amount: number; country: string },
  listed: ListPrice,
  donation: number,
): Price | null {
  const piece_cents = centsAPiece(amount, listed)
  const price_cents = amount * piece_cents
  const donation_cents = donationFor(price_cents + (toCents(donation) ?? 0), price_cents)
  if (donation_cents === null) return null
  return { piece_cents, price_cents, donation_cents, currency: currencyOf(country) }
}

/**
 * Price of a corrected order. The price per piece stays as it was when ordered, unless it depends on the number of
 * pieces.
 * @returns null if the donation exceeds the slider
 */
export function correctedPrice(
  order: Pick<OrderRow, 'amount' | 'piece_cents' | 'donation_cents'>,
  listed: ListPrice,
  corrected: { amount: number; donation_cents: number; country: string },
): Price | null {
  const { amount, donation_cents, country } = corrected
  const isRepriced = amount !== order.amount && listed.tiers.length > 0
  const piece_cents = isRepriced ? centsAPiece(amount, listed) : order.piece_cents
  const price_cents = amount * piece_cents
  const isGivenAlready = donation_cents <= order.donation_cents
  if (!isGivenAlready && donationFor(price_cents + donation_cents, price_cents) === null)
    return null
  return { piece_cents, price_cents, donation_cents, currency: currencyOf(country) }
}

/**
 * The donation in a payment, both in cents. Less than the price counts as the price.
 * @returns null if it exceeds the slider
 */
export function donationFor(payment: number, price: number): number | null {
  return payment > maxPayment(price) ? null : donationOf(payment, price)
}
