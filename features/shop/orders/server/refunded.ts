import { sql } from 'drizzle-orm'
import { order_events, orders } from '../tables.ts'

const refundedCents = sql`(SELECT coalesce(sum(${order_events.refunded_cents}), 0) FROM ${order_events}
  WHERE ${order_events.order_id} = ${orders.id})`

/** Ids of all orders with a refund: few, and fast to find for a whole list. */
const refundedAtAll = sql`(SELECT ${order_events.order_id} FROM ${order_events}
  WHERE ${order_events.refunded_cents} > 0)`

/** Whether the current order row was fully refunded without being cancelled. */
export const isRefunded = sql<boolean>`(${orders.status} IN ('paid', 'processed')
  AND ${orders.paid_cents} > 0 AND ${refundedCents} >= ${orders.paid_cents})`

/** The same for a list; evaluates only orders with a refund. */
export const isAmongRefunded = sql`(${orders.id} IN ${refundedAtAll} AND ${isRefunded})`
