import { and, asc, eq, lt } from 'drizzle-orm'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { disputes, payments, refunds } from '../tables.ts'

export type RefundRow = typeof refunds.$inferSelect

/** Refunds per round. */
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

export const listRefundsOf = (db: Db, paymentId: string): Promise<RefundRow[]> =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.payment_id, paymentId))
    .orderBy(asc(refunds.created_at))

type DisputeRow = typeof disputes.$inferSelect

export const listDisputesOf = (db: Db, paymentId: string): Promise<DisputeRow[]> =>
  db.select().from(disputes).where(eq(disputes.payment_id, paymentId))

/** Stores the current state of a dispute and marks it as unsettled again. */
export async function storeDispute(db: Db, values: typeof disputes.$inferInsert): Promise<void> {
  const { status, withheld, reason, answer_by, amount_cents, created_at: now } = values
  const decided_at = status === 'open' ? null : now
  const unsettled = { settled_at: null, settled_by: null }
  await db
    .insert(disputes)
    .values({ ...values, decided_at })
    .onConflictDoUpdate({
      target: [disputes.payment_id, disputes.provider_ref],
      set: { status, withheld, reason, answer_by, amount_cents, decided_at, ...unsettled },
    })
}

export async function updateRefund(
  db: Db,
  id: string,
  fields: Partial<
    Pick<RefundRow, 'status' | 'reason' | 'updated_at' | 'settled_at' | 'settled_by' | 'payment_id'>
  >,
): Promise<void> {
  await db.update(refunds).set(fields).where(eq(refunds.id, id))
}

/** Refunds with an unknown outcome that were not updated since `before`. */
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
