import { and, asc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { payments } from '../tables.ts'
import type { PaymentDue, Told } from './payment-provider.ts'

export type PaymentRow = typeof payments.$inferSelect

/** States of a payment whose outcome is unknown. */
const UNSETTLED = ['started', 'requires_action', 'awaited', 'refund_due'] as const
/** States of which an order has at most one payment. */
const ACTIVE = ['started', 'requires_action', 'awaited', 'mismatch'] as const
/** Polling interval for payments that wait days for a bank; the webhook is usually faster. */
const AWAITED_MS = HOUR_MS
/** Payments per round. */
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
  fields: Partial<Pick<PaymentRow, 'provider_ref' | 'status' | 'updated_at' | 'told'>>,
): Promise<void> {
  await db.update(payments).set(fields).where(eq(payments.id, id))
}

/** The successful payments of an order, earliest first; empty if it was paid by bank or not at all. */
export const listSucceededPayments = (db: Db, orderId: string): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, orderId), eq(payments.status, 'succeeded')))
    .orderBy(asc(payments.created_at))

/**
 * Marks a payment as waiting for approval at PayPal, unless it ended meanwhile.
 * @returns false if it ended
 */
export async function awaitApproval(
  db: Db,
  id: string,
  provider_ref: string,
  now: Date,
): Promise<boolean> {
  const unknownYet = and(eq(payments.status, 'started'), isNull(payments.provider_ref))
  // Another page of the same payer may already wait for the same approval.
  const waitsAlready = and(
    eq(payments.status, 'requires_action'),
    eq(payments.provider_ref, provider_ref),
  )
  const waiting = await db
    .update(payments)
    .set({ provider_ref, status: 'requires_action', updated_at: now })
    .where(and(eq(payments.id, id), or(unknownYet, waitsAlready)))
    .returning({ id: payments.id })
  return waiting.length > 0
}

/** Whether the current order row waits for money. */
const isPayableNow = sql<boolean>`(${orders.status} = 'pending_payment'
  OR (${orders.status} IN ('paid', 'processed') AND ${orders.owing_cents} > 0))`

/**
 * Payments with an unknown outcome that were not updated since `before`. Payments that wait for approval are included
 * only if created before `approvedBefore`, because nothing happens to them by itself. Payments that wait days for a
 * bank are included once an hour.
 */
export function listUnsettled(db: Db, before: Date, approvedBefore: Date) {
  return db
    .select({ payment: payments, refno: orders.refno, is_payable: isPayableNow })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(
      and(
        inArray(payments.status, [...UNSETTLED]),
        lt(payments.updated_at, before),
        or(
          ne(payments.status, 'awaited'),
          lt(payments.updated_at, new Date(before.getTime() - AWAITED_MS)),
        ),
        or(
          ne(payments.status, 'requires_action'),
          ne(payments.provider, 'paypal'),
          lt(payments.created_at, approvedBefore),
        ),
      ),
    )
    .orderBy(asc(payments.updated_at))
    .limit(BATCH)
}

/** @param paid_before_cents of the order; needed only when the payment is created at its provider */
export const dueOf = (payment: PaymentRow, refno: string, paid_before_cents = 0): PaymentDue => ({
  id: payment.id,
  order_id: payment.order_id,
  refno,
  paid_before_cents,
  amount_cents: payment.amount_cents,
  currency: payment.currency,
})

/** The payment of a provider's message, found by its id or ours, with the order's number. */
export async function findPayment(
  db: Db,
  provider: PaymentRow['provider'],
  { ref, id }: Told,
): Promise<{ payment: PaymentRow; refno: string } | null> {
  const named = [
    ...(ref ? [eq(payments.provider_ref, ref)] : []),
    // Other payments of the same provider account may have ids that are not UUIDs.
    ...(z.uuid().safeParse(id).success && id ? [eq(payments.id, id)] : []),
  ]
  if (named.length === 0) return null
  const [row] = await db
    .select({ payment: payments, refno: orders.refno })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(and(eq(payments.provider, provider), or(...named)))
  return row ?? null
}
