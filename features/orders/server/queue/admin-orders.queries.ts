import { and, asc, eq, isNull } from 'drizzle-orm'
import { bank_payments } from '#features/bank-statements/tables.ts'
import { disputes, payments, refunds } from '#features/payments/tables.ts'
import { toMoney } from '#features/products/pricing.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import type { AdminOrder } from '../../contract.admin.ts'
import { hasParcel } from '../../order-steps.ts'
import { order_events } from '../../tables.ts'
import type { FullOrder } from '../orders.presenter.ts'
import { findOrder, versionOf } from '../orders.queries.ts'
import { refundableOf } from '../orders.refundable.ts'
import { isAttentionNeeded, presentRow } from './admin-orders.search.ts'

const presentPerson = (user: UserRow | null) =>
  user && { id: user.id, name: `${user.firstname} ${user.lastname}`.trim() }

const timeOf = (at: Date | null) => at?.toISOString() ?? null

async function historyOf(db: Db, orderId: string): Promise<AdminOrder['history']> {
  const rows = await db
    .select({ event: order_events, user: users })
    .from(order_events)
    .leftJoin(users, eq(users.id, order_events.user_id))
    .where(eq(order_events.order_id, orderId))
    .orderBy(asc(order_events.created_at), asc(order_events.id))
  return rows.map(({ event, user }) => ({
    at: event.created_at.toISOString(),
    status: event.status,
    actor: event.actor,
    by: presentPerson(user),
    refunded: event.refunded_cents === null ? null : toMoney(event.refunded_cents),
    noted: event.noted,
  }))
}

/** The payments made with a provider, in whatever state, and those that came by bank. */
async function paymentsOf(db: Db, orderId: string): Promise<AdminOrder['payments']> {
  const rows = await db
    .select()
    .from(payments)
    .where(eq(payments.order_id, orderId))
    .orderBy(asc(payments.created_at))
  const byBank = await db.select().from(bank_payments).where(eq(bank_payments.order_id, orderId))
  return [
    ...rows.map((row) => ({ ...row, note: '' })),
    ...byBank.map((row) => ({
      ...row,
      provider: 'bank',
      status: 'succeeded',
      told: null,
      updated_at: row.created_at,
    })),
  ].map(({ id, provider, status, amount_cents, currency, note, told, ...at }) => ({
    id,
    provider,
    status,
    currency,
    note,
    amount: toMoney(amount_cents),
    told: told && {
      refno: told.refno,
      amount: toMoney(told.amount_cents),
      currency: told.currency,
    },
    created_at: at.created_at.toISOString(),
    updated_at: at.updated_at.toISOString(),
    settled_at: timeOf(at.settled_at),
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
    settled_at: timeOf(refund.settled_at),
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
    answer_by: timeOf(dispute.answer_by),
    created_at: dispute.created_at.toISOString(),
    settled_at: timeOf(dispute.settled_at),
  }))
}

/** All that administrators see of an order. */
export async function presentWhole(db: Db, full: FullOrder, now: Date): Promise<AdminOrder> {
  const { id, user_id } = full.order
  const attention = await isAttentionNeeded(db, id, now)
  const { refunded, refundable } = await refundableOf(db, full)
  return {
    ...presentRow({ ...full, version: await versionOf(db, id), attention }),
    user_id,
    history: await historyOf(db, id),
    payments: await paymentsOf(db, id),
    refunds: await refundsOf(db, id),
    disputes: await disputesOf(db, id),
    refunded: toMoney(refunded),
    refundable: toMoney(refundable),
    has_parcel: hasParcel(full.order),
  }
}

/** Throws `not_found`. */
export async function findWhole(db: Db, id: string, now: Date): Promise<AdminOrder> {
  const full = await findOrder(db, id)
  if (!full) throw new AppError('not_found')
  return presentWhole(db, full, now)
}

/**
 * Notes that a payment, a refund or a dispute was looked after; the first one stays noted.
 * @returns whether it is one of the order's
 */
export async function settleMoney(
  db: Db,
  { id, of }: { id: string; of: string },
  by: { settled_at: Date; settled_by: string },
): Promise<boolean> {
  let isOfOrder = false
  for (const table of [payments, bank_payments, refunds, disputes]) {
    const one = and(eq(table.id, of), eq(table.order_id, id))
    const rows = await db.select({ id: table.id }).from(table).where(one)
    isOfOrder ||= rows.length > 0
    await db
      .update(table)
      .set(by)
      .where(and(one, isNull(table.settled_at)))
  }
  return isOfOrder
}
