import { asc, eq } from 'drizzle-orm'
import {
  ORDER_MONEY,
  refundableOf,
  type SettlingDeps,
} from '#features/shop/orders/paying/server/door.ts'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import { type Asked, answersTo } from '#platform/server/questions.ts'
import type { AdminOrder } from '../../contract.admin.ts'
import { CORRECTABLE_FIELDS } from '../../corrections.ts'
import { hasParcel } from '../../order-steps.ts'
import { type Corrected, order_events, orders } from '../../tables.ts'
import { findOrder, findShippedAt, versionOf } from '../orders.queries.ts'
import { type FullOrder, presentPerson } from '../presenter.ts'
import { type Eyes, forEyesOf } from './eyes.ts'
import { isAttentionNeeded, isDisputed, presentRow } from './search.ts'

const presentCorrected = (corrected: Corrected) =>
  CORRECTABLE_FIELDS.flatMap((field) => {
    const change = corrected[field]
    return change ? [{ field, before: change[0], after: change[1] }] : []
  })

const presentCurrency = ({ currency }: Corrected) =>
  currency ? { before: currency[0], after: currency[1] } : null

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
    received: event.received_cents === null ? null : toMoney(event.received_cents),
    reminded: event.reminded,
    corrected: event.corrected && presentCorrected(event.corrected),
    corrected_currency: event.corrected && presentCurrency(event.corrected),
  }))
}

/** The order with everything that the viewer may see. */
export async function presentWhole(
  db: Db,
  asked: Asked,
  full: FullOrder,
  now: Date,
  viewer: Eyes,
): Promise<AdminOrder> {
  const { id, user_id } = full.order
  const attention = await isAttentionNeeded(db, asked, id, now)
  const { refunded, refundable } = await refundableOf(db, asked, full)
  const money = await Promise.all(answersTo(asked, ORDER_MONEY).map((each) => each.list(db, id)))
  return forEyesOf(viewer, {
    ...presentRow(
      {
        ...full,
        version: await versionOf(db, id),
        attention,
        disputed: await isDisputed(db, asked, id),
        shippedAt: await findShippedAt(db, full.order),
      },
      now,
    ),
    user_id,
    history: await historyOf(db, id),
    payments: money.flatMap((each) => each.payments ?? []),
    refunds: money.flatMap((each) => each.refunds ?? []),
    disputes: money.flatMap((each) => each.disputes ?? []),
    refunded: toMoney(refunded),
    refundable: toMoney(refundable),
    has_parcel: hasParcel({ ...full.order, is_refunded: full.is_refunded }),
  })
}

/** Throws `not_found`, also for an order outside of the viewer's area. */
export async function findWhole(
  db: Db,
  asked: Asked,
  id: string,
  now: Date,
  viewer: Eyes,
): Promise<AdminOrder> {
  const full = await findOrder(db, id, inArea(viewer, orders))
  if (!full) throw new AppError('not_found')
  return presentWhole(db, asked, full, now, viewer)
}

/**
 * Marks a payment, refund or dispute as settled; the first mark stays.
 * @returns false if it does not belong to the order
 */
export async function settleMoney(
  tx: Db,
  deps: SettlingDeps,
  which: { id: string; of: string },
  by: { settled_at: Date; settled_by: string },
): Promise<boolean> {
  let isOfOrder = false
  for (const money of answersTo(deps, ORDER_MONEY)) {
    isOfOrder = (await money.settle(tx, deps, which, by)) || isOfOrder
  }
  return isOfOrder
}
