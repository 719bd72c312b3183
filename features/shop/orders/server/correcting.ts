import { eq } from 'drizzle-orm'
import { CHANGED } from '#features/people/audit/server/door.ts'
import {
  centsToPay,
  type OrderDeps,
  PAID_OR_NOT,
  PROVIDER_MONEY,
  refundableOf,
} from '#features/shop/orders/paying/server/door.ts'
import {
  isAmount,
  PRODUCT_ID,
  type ProductId,
  toCents,
  toMoney,
} from '#features/shop/orders/products/pricing.ts'
import { listPriceOf } from '#features/shop/orders/products/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { type Asked, answersTo, answerTo } from '#platform/server/questions.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { Correction, CorrectionCost } from '../contract.admin.ts'
import { PERSONAL_FIELDS } from '../corrections.ts'
import { isCorrectable } from '../order-steps.ts'
import { type Corrected, orders } from '../tables.ts'
import { tellCorrected } from './mailing.ts'
import { noteOwing, recordCorrection } from './orders.queries.ts'
import { correctedPrice } from './orders.rules.ts'
import type { FullOrder, OrderRow } from './presenter.ts'

/** Price plus donation. */
const totalOf = ({ price_cents, donation_cents }: OrderRow) => price_cents + donation_cents

/** Amount due after the price changes by a difference, in cents; negative amounts are refunded. */
const owingThen = (before: OrderRow, difference_cents: number) =>
  before.paid_cents === 0 || difference_cents === 0
    ? before.owing_cents
    : before.owing_cents + difference_cents

/** The order after the correction. Throws `validation`. */
function correctedOrder({ order, product }: FullOrder, correction: Correction): OrderRow {
  const { amount = order.amount, donation, ...person } = correction
  if (amount !== order.amount && !isAmount(product.id as ProductId, amount)) {
    throw fieldError('amount', VALIDATION.amount)
  }
  const country = person.country ?? order.country
  const donation_cents = (donation === undefined ? null : toCents(donation)) ?? order.donation_cents
  const price = correctedPrice(order, listPriceOf(product), { amount, donation_cents, country })
  if (!price) throw fieldError('donation', VALIDATION.aboveSlider)
  // The currency of money that was already paid cannot change.
  if (order.paid_cents > 0 && price.currency !== order.currency) {
    throw fieldError('country', VALIDATION.country)
  }
  return { ...order, ...person, amount, ...price }
}

/** Whether the total or its currency differs. */
const isOtherPrice = (before: OrderRow, after: OrderRow) =>
  totalOf(before) !== totalOf(after) || before.currency !== after.currency

/** The price after the correction. Throws `validation`. */
export function costThen(full: FullOrder, correction: Correction) {
  const after = correctedOrder(full, correction)
  return { amount_cents: totalOf(after), currency: after.currency }
}

/** The differences, for the history. */
function differencesOf(before: OrderRow, after: OrderRow): Corrected {
  const differences: Corrected = {}
  for (const field of PERSONAL_FIELDS) {
    if (before[field] !== after[field]) differences[field] = [before[field], after[field]]
  }
  if (before.amount !== after.amount) differences.amount = [before.amount, after.amount]
  if (before.donation_cents !== after.donation_cents) {
    differences.donation = [toMoney(before.donation_cents), toMoney(after.donation_cents)]
    differences.currency = [before.currency, after.currency]
  }
  return differences
}

/** The audit log entry; contains no personal data. */
function actOf(before: OrderRow, after: OrderRow, differences: Corrected) {
  const isAboutPerson = PERSONAL_FIELDS.some((field) => field in differences)
  const of = (order: OrderRow) => ({
    ...(isAboutPerson && { address: CHANGED }),
    ...('amount' in differences && { sheets: order.amount }),
    ...(isOtherPrice(before, after) && {
      amount: toMoney(totalOf(order)),
      currency: order.currency,
    }),
  })
  return { before: of(before), after: of(after) }
}

/**
 * How a correction would change the money of an order; the same decision as in {@link correct}. Throws `validation`,
 * `payment_pending`.
 * @returns null if the state of the order does not allow it
 */
export async function costOfCorrection(
  db: Db,
  asked: Asked,
  full: FullOrder,
  correction: Correction,
): Promise<CorrectionCost | null> {
  const before = full.order
  if (!isCorrectable(before.status)) return null
  const after = correctedOrder(full, correction)
  const difference_cents = totalOf(after) - totalOf(before)
  const providers = answerTo(asked, PROVIDER_MONEY)
  if (isOtherPrice(before, after) && (await providers.isUnderWay(db, before.id))) {
    throw new AppError('payment_pending')
  }
  const owing_cents = owingThen(before, difference_cents)
  const tooMuch_cents = Math.max(0, -owing_cents)
  const returning_cents =
    tooMuch_cents > 0 && difference_cents !== 0
      ? await providers.throughProviders(db, before, tooMuch_cents)
      : 0
  const { refundable } = await refundableOf(db, asked, full)
  return {
    currency: after.currency,
    before: toMoney(totalOf(before)),
    total: toMoney(totalOf(after)),
    paid: toMoney(refundable),
    to_pay: toMoney(centsToPay({ ...after, owing_cents })),
    returning: toMoney(returning_cents),
    to_give_back: toMoney(tooMuch_cents - returning_cents),
  }
}

/**
 * Settles the price difference of a corrected, paid order. An increase becomes due; a decrease is refunded through
 * the provider, or by hand if it was paid by bank.
 * @returns the order, with the amount still open
 */
async function settleDifference(
  tx: Db,
  deps: OrderDeps,
  order: OrderRow,
  due_cents: number,
  by: { user_id: string; now: Date },
): Promise<{ order: OrderRow; returning_cents: number }> {
  let owing_cents = due_cents
  let returning_cents = 0
  if (owing_cents < 0) {
    const wish = { amount_cents: -owing_cents, ...by }
    returning_cents = await answerTo(deps, PROVIDER_MONEY).giveBack(tx, order, wish)
    owing_cents += returning_cents
  }
  await noteOwing(tx, order, owing_cents)
  return { order: { ...order, owing_cents }, returning_cents }
}

/**
 * Corrects a locked, unshipped order, records it in the history and mails the customer. The price cannot change while
 * a payment may be under way. Throws `validation`, `payment_pending`.
 * @returns the audit log entry; false if the state does not allow it, null if nothing differs
 */
export async function correct(
  tx: Db,
  deps: OrderDeps,
  full: FullOrder,
  correction: Correction,
  by: { actor: 'admin' | 'customer' | 'payment' | 'system'; user_id: string; now: Date },
) {
  const before = full.order
  if (!isCorrectable(before.status)) return false
  const after = correctedOrder(full, correction)
  const differences = differencesOf(before, after)
  if (Object.keys(differences).length === 0) return null
  const difference_cents = totalOf(after) - totalOf(before)
  const { now, user_id } = by
  if (isOtherPrice(before, after)) {
    const canChange = await answerTo(deps, PROVIDER_MONEY).endBegun(tx, before.id, now)
    if (!canChange) throw new AppError('payment_pending')
    // The invoice is issued again, with today's date.
    after.invoiced_at = null
  }
  const { id, paid_cents: _paid, owing_cents: _owing, status: _status, ...fields } = after
  await tx.update(orders).set(fields).where(eq(orders.id, id))
  await recordCorrection(tx, before, differences, by, now)
  const isSettled = before.paid_cents === 0 || difference_cents === 0
  const settled = isSettled
    ? { order: after, returning_cents: 0 }
    : await settleDifference(tx, deps, after, owingThen(before, difference_cents), { user_id, now })
  if (before.paid_cents > 0 && before.product_id === PRODUCT_ID.membership) {
    for (const follow of answersTo(deps, PAID_OR_NOT)) await follow(tx, settled.order)
  }
  const { returning_cents } = settled
  await tellCorrected(tx, deps, { ...full, order: settled.order }, differences, returning_cents)
  return actOf(before, after, differences)
}
