import { and, asc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { payments } from '../tables.ts'
import type { PaymentDue, Told } from './payment-provider.ts'

export type PaymentRow = typeof payments.$inferSelect

/** The states of a payment whose end is not known yet. */
const UNSETTLED = ['started', 'requires_action', 'awaited', 'refund_due'] as const
/** The states of which an order has at most one payment. */
const ACTIVE = ['started', 'requires_action', 'awaited', 'mismatch'] as const
/** So often a provider is asked about what waits for a bank for days; its webhook is quicker. */
const AWAITED_MS = HOUR_MS
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
  fields: Partial<Pick<PaymentRow, 'provider_ref' | 'status' | 'updated_at' | 'told'>>,
): Promise<void> {
  await db.update(payments).set(fields).where(eq(payments.id, id))
}

/** The payments that an order was paid with, the first one first; none where the money came by bank, or not at all. */
export const listSucceededPayments = (db: Db, orderId: string): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.order_id, orderId), eq(payments.status, 'succeeded')))
    .orderBy(asc(payments.created_at))

/**
 * A payment begins to wait for its payer at PayPal, unless it was ended meanwhile.
 * @returns whether it does
 */
export async function awaitApproval(
  db: Db,
  id: string,
  provider_ref: string,
  now: Date,
): Promise<boolean> {
  const unknownYet = and(eq(payments.status, 'started'), isNull(payments.provider_ref))
  // Another page of the same payer, waiting for the same approval, has been quicker.
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

/** Of the order at hand, whether it waits for money. */
const isPayableNow = sql<boolean>`(${orders.status} = 'pending_payment'
  OR (${orders.status} IN ('paid', 'processed') AND ${orders.owing_cents} > 0))`

/**
 * Payments that nobody has touched since `before`, though nobody knows how they ended; of those that
 * wait for approval, at which nothing happens by itself, the ones begun before `approvedBefore`; of those that wait for
 * a bank for days, the ones that nobody has asked about for an hour.
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

/** @param paid_before_cents of the order, where a payment is made at its provider; later nobody asks for it */
export const dueOf = (payment: PaymentRow, refno: string, paid_before_cents = 0): PaymentDue => ({
  id: payment.id,
  order_id: payment.order_id,
  refno,
  paid_before_cents,
  amount_cents: payment.amount_cents,
  currency: payment.currency,
})

/** The payment that a provider speaks of, by its own name of it or by ours, with the order's number. */
export async function findPayment(
  db: Db,
  provider: PaymentRow['provider'],
  { ref, id }: Told,
): Promise<{ payment: PaymentRow; refno: string } | null> {
  const named = [
    ...(ref ? [eq(payments.provider_ref, ref)] : []),
    // Other payments to the same account may have ids that are no UUID.
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
