import { eq } from 'drizzle-orm'
import { CHANGED } from '#features/people/audit/server/door.ts'
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
import { tellCorrected } from './orders.mailing.ts'
import { centsToPay, type FullOrder, type OrderRow } from './orders.presenter.ts'
import { noteOwing, recordCorrection } from './orders.queries.ts'
import { type OrderDeps, PAID_OR_NOT, PROVIDER_MONEY } from './orders.questions.ts'
import { refundableOf } from './orders.refundable.ts'
import { correctedPrice } from './orders.rules.ts'

/** What an order costs, with what is given on top. */
const totalOf = ({ price_cents, donation_cents }: OrderRow) => price_cents + donation_cents

/** What is asked for once an order costs so much more, or less; below 0 it is given back. Cents. */
const owingThen = (before: OrderRow, difference_cents: number) =>
  before.paid_cents === 0 || difference_cents === 0
    ? before.owing_cents
    : before.owing_cents + difference_cents

/** An order as it is once it is corrected. Throws `validation`. */
function correctedOrder({ order, product }: FullOrder, correction: Correction): OrderRow {
  const { amount = order.amount, donation, ...person } = correction
  if (amount !== order.amount && !isAmount(product.id as ProductId, amount)) {
    throw fieldError('amount', VALIDATION.amount)
  }
  const country = person.country ?? order.country
  const donation_cents = (donation === undefined ? null : toCents(donation)) ?? order.donation_cents
  const price = correctedPrice(order, listPriceOf(product), { amount, donation_cents, country })
  if (!price) throw fieldError('donation', VALIDATION.aboveSlider)
  // Money that is there stays the money that it is.
  if (order.paid_cents > 0 && price.currency !== order.currency) {
    throw fieldError('country', VALIDATION.country)
  }
  return { ...order, ...person, amount, ...price }
}

/** Whether it costs another amount, or the same in another currency. */
const isOtherPrice = (before: OrderRow, after: OrderRow) =>
  totalOf(before) !== totalOf(after) || before.currency !== after.currency

/** What an order costs once it is corrected. Throws `validation`. */
export function costThen(full: FullOrder, correction: Correction) {
  const after = correctedOrder(full, correction)
  return { amount_cents: totalOf(after), currency: after.currency }
}

/** What differs, for the history. */
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

/** What the audit log says of it: nothing of the person. */
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
 * What a correction of an order would mean for its money, as {@link correct} decides it. Throws `validation`,
 * `payment_pending`.
 * @returns null where the state of the order does not allow it
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
 * Settles what a correction has changed about the money of a paid order: more is asked for, and what is too much goes
 * back the way it came, or by hand where it came by bank.
 * @returns the order, with what is open then
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
 * Corrects a locked order that was not shipped, with its history and the mail that tells whoever ordered. While money
 * may be on its way, what it costs stays. Throws `validation`, `payment_pending`.
 * @returns what the audit log says of it; false where its state does not allow it, null where nothing differs
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
    // The invoice is another one, of today.
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
