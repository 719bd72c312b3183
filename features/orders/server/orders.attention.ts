import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bank_payments } from '#features/bank-statements/tables.ts'
import { disputes, payments, refunds } from '#features/payments/tables.ts'
import { order_events, orders } from '../tables.ts'

/** So long a provider may take to give back what was paid too late. */
const GIVING_BACK_MS = 3_600_000

// What is wrong with money, of one table each: the list of orders and the overview ask the same. The words
// of a partial index have to stand in the query as they are, not as parameters.

/** The provider speaks of another payment than ours. */
export const isMismatch = sql`${payments.status} = 'mismatch' AND ${payments.settled_at} IS NULL`

/** Money came when the order was closed already, and is not back yet. */
export function isRefundDue(now: Date): SQL {
  const late = new Date(now.getTime() - GIVING_BACK_MS).toISOString()
  return sql`${payments.status} = 'refund_due' AND ${payments.settled_at} IS NULL
    AND ${payments.created_at} < ${late}::timestamptz`
}

/** The provider has refused the refund. */
export const isRefused = sql`${refunds.status} = 'refused' AND ${refunds.settled_at} IS NULL`

/** Given back by the provider without being asked by us. */
export const isOutside = sql`${refunds.provider_ref} IS NOT NULL AND ${refunds.settled_at} IS NULL`

export const isDisputed = sql`${disputes.settled_at} IS NULL`

const paidByProvider = sql`(SELECT sum(${payments.amount_cents}) FROM ${payments}
  WHERE ${payments.order_id} = ${orders.id} AND ${payments.status} = 'succeeded')`
/** The refund is on its way, has arrived, or was refused and then transferred by hand, as somebody has noted. */
const givenBack = sql`(SELECT sum(${refunds.amount_cents}) FROM ${refunds}
  WHERE ${refunds.order_id} = ${orders.id} AND (${refunds.status} IN ('started', 'succeeded')
    OR (${refunds.status} = 'refused' AND ${refunds.settled_at} IS NOT NULL)))`
const withheld = sql`(SELECT sum(${disputes.amount_cents}) FROM ${disputes}
  WHERE ${disputes.order_id} = ${orders.id} AND ${disputes.withheld})`

/** Somebody said that the money of an order is looked after, though not all of it is back. */
const isLeft = sql`(
  EXISTS (SELECT FROM ${payments} WHERE ${payments.order_id} = ${orders.id}
    AND ${payments.status} = 'succeeded' AND ${payments.settled_at} IS NOT NULL)
  OR EXISTS (SELECT FROM ${bank_payments} WHERE ${bank_payments.order_id} = ${orders.id}
    AND ${bank_payments.settled_at} IS NOT NULL))`

/** Of an order: it was paid, then cancelled, and not all of the money is back. */
export const holdsMoney = sql`${orders.status} = 'cancelled'
  AND ${orders.id} IN (
    SELECT ${order_events.order_id} FROM ${order_events} WHERE ${order_events.status} = 'paid')
  AND coalesce(${paidByProvider}, ${orders.price_cents} + ${orders.donation_cents})
    - coalesce(${givenBack}, 0) - coalesce(${withheld}, 0) > 0
  AND NOT ${isLeft}`

/**
 * Whether money of an order needs a look: a mismatch, a refusal, what cannot be given back, what was given
 * back elsewhere or is disputed, and what a cancelled order still holds.
 */
export const needsAttention = (id: SQLWrapper, now: Date): SQL =>
  sql`${id} IN (
    SELECT ${payments.order_id} FROM ${payments} WHERE ${isMismatch}
    UNION ALL SELECT ${payments.order_id} FROM ${payments} WHERE ${isRefundDue(now)}
    UNION ALL SELECT ${refunds.order_id} FROM ${refunds} WHERE ${isRefused}
    UNION ALL SELECT ${refunds.order_id} FROM ${refunds} WHERE ${isOutside}
    UNION ALL SELECT ${disputes.order_id} FROM ${disputes} WHERE ${isDisputed}
    UNION ALL SELECT ${orders.id} FROM ${orders} WHERE ${holdsMoney})`
