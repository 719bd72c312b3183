import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { order_events, orders } from '../../tables.ts'

/** Records the invoice of an order, and returns its date: when it was first issued. */
export async function noteInvoiced(db: Db, orderId: string, now: Date): Promise<Date> {
  const [row] = await db
    .update(orders)
    .set({ invoiced_at: sql`coalesce(${orders.invoiced_at}, ${now.toISOString()}::timestamptz)` })
    .where(eq(orders.id, orderId))
    .returning({ at: orders.invoiced_at })
  return row?.at ?? now
}

export async function findPaidAt(db: Db, orderId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: order_events.created_at })
    .from(order_events)
    .where(and(eq(order_events.order_id, orderId), eq(order_events.status, 'paid')))
    .orderBy(asc(order_events.created_at))
    .limit(1)
  return row?.at ?? null
}
