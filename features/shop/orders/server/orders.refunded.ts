import { sql } from 'drizzle-orm'
import { order_events, orders } from '../tables.ts'

const refundedCents = sql`(SELECT coalesce(sum(${order_events.refunded_cents}), 0) FROM ${order_events}
  WHERE ${order_events.order_id} = ${orders.id})`

/** The ids of all orders of which anything was given back: few, and found at once for a whole list. */
const refundedAtAll = sql`(SELECT ${order_events.order_id} FROM ${order_events}
  WHERE ${order_events.refunded_cents} > 0)`

/** Of the order at hand: all that was paid for it was given back, though it was not cancelled. */
export const isRefunded = sql<boolean>`(${orders.status} IN ('paid', 'processed')
  AND ${orders.paid_cents} > 0 AND ${refundedCents} >= ${orders.paid_cents})`

/** The same for a whole list: only the orders of which anything was given back are looked at. */
export const isAmongRefunded = sql`(${orders.id} IN ${refundedAtAll} AND ${isRefunded})`
