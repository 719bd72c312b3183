import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { orders, payments, refunds } from '../../db/schema.ts'

export type RefundRow = typeof refunds.$inferSelect

/** So many are looked after at a time. */
const BATCH = 50

export async function insertRefund(
  db: Db,
  values: typeof refunds.$inferInsert,
): Promise<RefundRow> {
  const [row] = await db.insert(refunds).values(values).returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  return row
}

export async function findRefundByRequest(db: Db, requestId: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.request_id, requestId))
  return row ?? null
}

export async function lockRefund(db: Db, id: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id)).for('update')
  return row ?? null
}

export async function updateRefund(
  db: Db,
  id: string,
  fields: Partial<Pick<RefundRow, 'status' | 'reason' | 'updated_at'>>,
): Promise<void> {
  await db.update(refunds).set(fields).where(eq(refunds.id, id))
}

/** Of an order, in cents: what was given back, and what is about to be besides. */
export async function sumRefunds(
  db: Db,
  orderId: string,
): Promise<{ succeeded: number; started: number }> {
  const rows = await db
    .select({ status: refunds.status, cents: sql<number>`sum(${refunds.amount_cents})::int` })
    .from(refunds)
    .where(and(eq(refunds.order_id, orderId), inArray(refunds.status, ['started', 'succeeded'])))
    .groupBy(refunds.status)
  const of = (status: RefundRow['status']) => rows.find((row) => row.status === status)?.cents ?? 0
  return { succeeded: of('succeeded'), started: of('started') }
}

/** The payment that an order was paid with; null where the money came by bank, or not at all. */
export async function findSucceededPayment(db: Db, orderId: string) {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, orderId), eq(payments.status, 'succeeded')))
  return row ?? null
}

/** Refunds that nobody has touched since `before`, though nobody knows how they ended. */
export function listStartedRefunds(db: Db, before: Date) {
  return db
    .select({ refund: refunds, payment: payments, refno: orders.refno })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(and(eq(refunds.status, 'started'), lt(refunds.updated_at, before)))
    .orderBy(asc(refunds.updated_at))
    .limit(BATCH)
}
