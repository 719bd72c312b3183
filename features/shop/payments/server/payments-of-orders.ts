import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AdminOrder } from '#features/shop/orders/contract.admin.ts'
import type {
  OrderMoney,
  ProviderBooks,
  ProviderMoney,
} from '#features/shop/orders/paying/server/door.ts'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import { presentPerson } from '#features/shop/orders/server/door.ts'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { InSql } from '#platform/server/db/prepared.ts'
import { users } from '#platform/server/identity/tables.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { disputes, payments, refunds } from '../tables.ts'
import { findActivePayment, updatePayment } from './payments.queries.ts'
import { waitsForApproval } from './payments.rules.ts'
import { recordTransferred } from './refunding.ts'
import { insertRefund } from './refunds.queries.ts'
import { listRooms, sharesOf } from './sharing-refunds.ts'

/** How long a provider may take to refund a late payment. */
const GIVING_BACK_MS = HOUR_MS

// Payment problems, one condition per table, used by the order list and by the overview. The condition of a partial
// index must be written as literals, not as parameters.

/** The provider reports another payment than ours. */
const isMismatch = sql`${payments.status} = 'mismatch' AND ${payments.settled_at} IS NULL`

/** A payment arrived after the order was closed and is not refunded yet. */
const isRefundDue = (now: InSql<string>): SQL =>
  sql`${payments.status} = 'refund_due' AND ${payments.settled_at} IS NULL
    AND ${payments.created_at} < ${now}::timestamptz - ${sql.raw(`interval '${GIVING_BACK_MS} ms'`)}`

/** The provider rejected the refund. */
const isRefused = sql`${refunds.status} = 'refused' AND ${refunds.settled_at} IS NULL`

/** Refunded at the provider, not through us. */
const isOutside = sql`${refunds.provider_ref} IS NOT NULL AND ${refunds.settled_at} IS NULL`

const isDisputed = sql`${disputes.settled_at} IS NULL`

/** A scalar subquery that counts all problems. */
export const countWrong = (now: InSql<string>): SQL<number> => sql<number>`(
  (SELECT count(*)::int FROM ${payments} WHERE ${isMismatch})
  + (SELECT count(*)::int FROM ${payments} WHERE ${isRefundDue(now)})
  + (SELECT count(*)::int FROM ${refunds} WHERE ${isRefused})
  + (SELECT count(*)::int FROM ${refunds} WHERE ${isOutside})
  + (SELECT count(*)::int FROM ${disputes} WHERE ${isDisputed}))`

/** Refunded, being refunded, or rejected and then transferred by hand. */
const givenBack = sql`(SELECT sum(${refunds.amount_cents}) FROM ${refunds}
  WHERE ${refunds.order_id} = ${orders.id} AND (${refunds.status} IN ('started', 'succeeded')
    OR (${refunds.status} = 'refused' AND ${refunds.settled_at} IS NOT NULL)))`
const withheld = sql`(SELECT sum(${disputes.amount_cents}) FROM ${disputes}
  WHERE ${disputes.order_id} = ${orders.id} AND ${disputes.withheld})`

/**
 * The part of the current dispute row, in cents, that the provider also reports as a refund and that is booked as
 * such.
 */
const toldAsRefund = sql`coalesce((SELECT sum(${refunds.amount_cents}) FROM ${refunds}
  WHERE ${refunds.payment_id} = ${disputes.payment_id} AND ${refunds.provider_ref} IS NOT NULL
    AND ${refunds.status} = 'succeeded' AND ${refunds.created_at} >= ${disputes.created_at}), 0)`

/** Whether the payer has got money back through the current dispute row that is booked only by that dispute. */
const isLost = sql`${disputes.status} = 'lost' AND ${disputes.currency} = ${payments.currency}
  AND ${payments.status} = 'succeeded' AND ${disputes.amount_cents} > ${toldAsRefund}`

/** What the payer of the current order row has got back, in cents, by refunds or disputes. */
export const cameBack = sql`(COALESCE((SELECT sum(${refunds.amount_cents}) FROM ${refunds}
  WHERE ${refunds.order_id} = ${orders.id} AND ${refunds.status} = 'succeeded'), 0)
  + COALESCE((SELECT sum(${disputes.amount_cents} - ${toldAsRefund})
  FROM ${disputes} INNER JOIN ${payments} ON ${payments.id} = ${disputes.payment_id}
  WHERE ${disputes.order_id} = ${orders.id} AND ${isLost}), 0))`

/** Whether a refund or dispute of the current order row has changed since. */
export const wasGivenBackSince = (since: Date): SQL => sql`(EXISTS (SELECT FROM ${refunds}
  WHERE ${refunds.order_id} = ${orders.id}
    AND ${refunds.updated_at} > ${since.toISOString()}::timestamptz)
  OR EXISTS (SELECT FROM ${disputes} WHERE ${disputes.order_id} = ${orders.id}
    AND ${disputes.decided_at} > ${since.toISOString()}::timestamptz))`

/** Refunded and being refunded, in cents. */
async function sumRefunds(
  db: Db,
  orderId: string,
): Promise<Pick<ProviderBooks, 'succeeded' | 'started'>> {
  const rows = await db
    .select({ status: refunds.status, cents: sql<number>`sum(${refunds.amount_cents})::int` })
    .from(refunds)
    .where(and(eq(refunds.order_id, orderId), inArray(refunds.status, ['started', 'succeeded'])))
    .groupBy(refunds.status)
  const of = (status: 'started' | 'succeeded') =>
    rows.find((row) => row.status === status)?.cents ?? 0
  return { succeeded: of('succeeded'), started: of('started') }
}

/** What providers withhold or have lost because of disputes, in cents. */
async function sumWithheld(db: Db, orderId: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${disputes.amount_cents}), 0)::int` })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.payment_id))
    .where(
      and(
        eq(disputes.order_id, orderId),
        eq(disputes.withheld, true),
        eq(payments.status, 'succeeded'),
      ),
    )
  return row?.cents ?? 0
}

/** Whether the payer of the current order row has disputed the payment, or has won a dispute. */
const isOrderDisputed = sql`EXISTS (SELECT FROM ${disputes} WHERE ${disputes.order_id} = ${orders.id}
  AND (${disputes.status} = 'open' OR (${disputes.status} = 'lost' AND ${disputes.withheld})))`

/** Answers to the orders module. */
export const providerMoney: ProviderMoney = {
  wasTried: sql`EXISTS (SELECT FROM ${payments} WHERE ${payments.order_id} = ${orders.id})`,

  gone: sql`(coalesce(${givenBack}, 0) + coalesce(${withheld}, 0))`,

  isDisputed: isOrderDisputed,

  wrong: (now) => sql`
    SELECT ${payments.order_id} FROM ${payments} WHERE ${isMismatch}
    UNION ALL SELECT ${payments.order_id} FROM ${payments} WHERE ${isRefundDue(now)}
    UNION ALL SELECT ${refunds.order_id} FROM ${refunds} WHERE ${isRefused}
    UNION ALL SELECT ${refunds.order_id} FROM ${refunds} WHERE ${isOutside}
    UNION ALL SELECT ${disputes.order_id} FROM ${disputes} WHERE ${isDisputed}`,

  async booksOf(db, orderId) {
    return { withheld: await sumWithheld(db, orderId), ...(await sumRefunds(db, orderId)) }
  },

  async isUnderWay(db, orderId) {
    const payment = await findActivePayment(db, orderId)
    return payment !== null && !waitsForApproval(payment)
  },

  async throughProviders(db, order, amount_cents) {
    const shares = sharesOf(await listRooms(db, order), amount_cents)
    return shares.reduce((sum, { payment, share_cents }) => sum + (payment ? share_cents : 0), 0)
  },

  async endBegun(tx, orderId, now) {
    const payment = await findActivePayment(tx, orderId)
    if (!payment) return true
    if (!waitsForApproval(payment)) return false
    await updatePayment(tx, payment.id, { status: 'cancelled', updated_at: now })
    return true
  },

  async giveBack(tx, order, { amount_cents, user_id, now }) {
    const shares = sharesOf(await listRooms(tx, order), amount_cents)
    let begun_cents = 0
    for (const { payment, share_cents } of shares) {
      if (!payment) continue
      await insertRefund(tx, {
        order_id: order.id,
        payment_id: payment.id,
        amount_cents: share_cents,
        currency: order.currency,
        user_id,
        created_at: now,
        updated_at: now,
      })
      begun_cents += share_cents
    }
    return begun_cents
  },
}

/** All payments through providers, in any state. */
async function paymentsOf(db: Db, orderId: string): Promise<AdminOrder['payments']> {
  const rows = await db
    .select()
    .from(payments)
    .where(eq(payments.order_id, orderId))
    .orderBy(asc(payments.created_at))
  return rows.map(({ id, provider, status, amount_cents, currency, told, ...at }) => ({
    id,
    provider,
    status,
    currency,
    note: '',
    amount: toMoney(amount_cents),
    told: told && {
      refno: told.refno,
      amount: toMoney(told.amount_cents),
      currency: told.currency,
    },
    created_at: at.created_at.toISOString(),
    updated_at: at.updated_at.toISOString(),
    settled_at: at.settled_at?.toISOString() ?? null,
  }))
}

async function refundsOf(db: Db, orderId: string): Promise<AdminOrder['refunds']> {
  const rows = await db
    .select({ refund: refunds, user: users })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.user_id))
    .where(eq(refunds.order_id, orderId))
    .orderBy(asc(refunds.created_at))
  return rows.map(({ refund, user }) => ({
    id: refund.id,
    amount: toMoney(refund.amount_cents),
    currency: refund.currency,
    status: refund.status,
    by_bank: refund.payment_id === null,
    outside: refund.provider_ref !== null,
    note: refund.note,
    refusal: refund.reason,
    by: presentPerson(user),
    created_at: refund.created_at.toISOString(),
    settled_at: refund.settled_at?.toISOString() ?? null,
  }))
}

async function disputesOf(db: Db, orderId: string): Promise<AdminOrder['disputes']> {
  const rows = await db
    .select({ dispute: disputes, provider: payments.provider })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.payment_id))
    .where(eq(disputes.order_id, orderId))
    .orderBy(asc(disputes.created_at))
  return rows.map(({ dispute, provider }) => ({
    id: dispute.id,
    provider,
    amount: toMoney(dispute.amount_cents),
    currency: dispute.currency,
    status: dispute.status,
    reason: dispute.reason,
    answer_by: dispute.answer_by?.toISOString() ?? null,
    created_at: dispute.created_at.toISOString(),
    settled_at: dispute.settled_at?.toISOString() ?? null,
  }))
}

/** Provider payments as the page of an order shows them. */
export const orderMoney: OrderMoney = {
  // Payments that arrived too late came and were refunded as well.
  movements: sql`
    SELECT ${payments.order_id} AS order_id,
      CASE WHEN ${payments.status} = 'succeeded' THEN ${payments.updated_at} ELSE ${payments.created_at} END AS at,
      ${payments.provider} AS way, coalesce(${payments.provider_ref}, '') AS reference,
      ${payments.amount_cents} AS cents, ${payments.currency} AS currency
    FROM ${payments} WHERE ${payments.status} IN ('succeeded', 'refund_due', 'refunded')
    UNION ALL
    SELECT ${payments.order_id}, ${payments.updated_at}, ${payments.provider},
      coalesce(${payments.provider_ref}, ''), -${payments.amount_cents}, ${payments.currency}
    FROM ${payments} WHERE ${payments.status} = 'refunded'
    UNION ALL
    SELECT ${refunds.order_id}, ${refunds.updated_at},
      coalesce(${payments.provider}, CASE WHEN ${orders.payment_method} = 'cash' THEN 'cash' ELSE 'bank' END),
      coalesce(${refunds.provider_ref}, ${payments.provider_ref}, ${refunds.note}),
      -${refunds.amount_cents}, ${refunds.currency}
    FROM ${refunds} INNER JOIN ${orders} ON ${orders.id} = ${refunds.order_id}
      LEFT JOIN ${payments} ON ${payments.id} = ${refunds.payment_id}
    WHERE ${refunds.status} = 'succeeded'
    UNION ALL
    SELECT ${disputes.order_id}, coalesce(${disputes.decided_at}, ${disputes.created_at}),
      ${payments.provider}, ${disputes.provider_ref},
      -(${disputes.amount_cents} - ${toldAsRefund})::int, ${payments.currency}
    FROM ${disputes} INNER JOIN ${payments} ON ${payments.id} = ${disputes.payment_id}
    WHERE ${isLost}`,

  isLeft: sql`EXISTS (SELECT FROM ${payments} WHERE ${payments.order_id} = ${orders.id}
    AND ${payments.status} = 'succeeded' AND ${payments.settled_at} IS NOT NULL)`,

  list: async (db, orderId) => ({
    payments: await paymentsOf(db, orderId),
    refunds: await refundsOf(db, orderId),
    disputes: await disputesOf(db, orderId),
  }),

  async settle(tx, deps, { id, of }, by) {
    await recordTransferred(tx, deps, { id, of }, by.settled_by)
    let isKnown = false
    for (const table of [payments, refunds, disputes]) {
      const one = and(eq(table.id, of), eq(table.order_id, id))
      const rows = await tx.select({ id: table.id }).from(table).where(one)
      isKnown ||= rows.length > 0
      await tx
        .update(table)
        .set(by)
        .where(and(one, isNull(table.settled_at)))
    }
    return isKnown
  },
}
