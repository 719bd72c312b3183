import { and, asc, eq, inArray, lt, or } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { orders, payments } from '../../db/schema.ts'
import type { PaymentDue } from './payment-provider.ts'

export type PaymentRow = typeof payments.$inferSelect

/** Not known yet how it ends. */
const UNSETTLED = ['started', 'requires_action', 'refund_due'] as const
/** Of these an order has one at most. */
const ACTIVE = ['started', 'requires_action', 'succeeded', 'mismatch'] as const
/** So many are looked after at a time. */
const BATCH = 50

export async function findActivePayment(db: Db, orderId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, orderId), inArray(payments.status, [...ACTIVE])))
  return row ?? null
}

export async function insertPayment(
  db: Db,
  values: typeof payments.$inferInsert,
): Promise<PaymentRow> {
  const [row] = await db.insert(payments).values(values).returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  return row
}

export async function lockPayment(db: Db, id: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for('update')
  return row ?? null
}

export async function updatePayment(
  db: Db,
  id: string,
  fields: Partial<Pick<PaymentRow, 'provider_ref' | 'status' | 'updated_at'>>,
): Promise<void> {
  await db.update(payments).set(fields).where(eq(payments.id, id))
}

/** Payments that nobody has touched since `before`, though nobody knows how they ended. */
export function listUnsettled(db: Db, before: Date) {
  return db
    .select({ payment: payments, refno: orders.refno })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(and(inArray(payments.status, [...UNSETTLED]), lt(payments.updated_at, before)))
    .orderBy(asc(payments.updated_at))
    .limit(BATCH)
}

export const dueOf = (payment: PaymentRow, refno: string): PaymentDue => ({
  id: payment.id,
  order_id: payment.order_id,
  refno,
  amount_cents: payment.amount_cents,
  currency: payment.currency,
})

/** The payment that a provider speaks of, by its own name of it or by ours, with the order's number. */
export async function findPayment(
  db: Db,
  provider: PaymentRow['provider'],
  { ref, id }: { ref: string; id: string | null },
): Promise<{ payment: PaymentRow; refno: string } | null> {
  const byRef = eq(payments.provider_ref, ref)
  const [row] = await db
    .select({ payment: payments, refno: orders.refno })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(and(eq(payments.provider, provider), id ? or(byRef, eq(payments.id, id)) : byRef))
  return row ?? null
}
