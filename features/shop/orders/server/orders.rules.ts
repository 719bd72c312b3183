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
import type { OrderRow } from './orders.presenter.ts'

/** How often orders may come from one account, or from visitors with one mailbox. */
export const PER_ACCOUNT: AttemptLimit = { max: 20, windowMs: HOUR_MS }

/** How often the invoice of one order may be mailed. */
export const PER_INVOICE: AttemptLimit = { max: 3, windowMs: DAY_MS }

/** Resellers are looked at before they pay. */
export const firstStatus = (product: ProductId): OrderStatus =>
  product === PRODUCT_ID.reseller ? 'pending_confirmation' : 'pending_payment'

/**
 * Whether confirming an order makes its letterbox one where stickers can be had, with a public address
 * for questions: it needs an account, and somebody who was not asked or has not said no.
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
 * What an order costs.
 * @param donation as it was sent
 * @returns null where the donation is more than the slider offers
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
 * What a corrected order costs. Each piece costs what it cost when it was ordered, unless the price depends on how many
 * there are.
 * @returns null where the donation is more than the slider offers
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
 * The donation in a payment, both in cents; less than the price is taken for the price.
 * @returns null where it is more than the slider offers
 */
export function donationFor(payment: number, price: number): number | null {
  return payment > maxPayment(price) ? null : donationOf(payment, price)
}
