import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { giveToAccounts, type OrderRow } from '#features/shop/orders/server/door.ts'
import { order_events, orders } from '#features/shop/orders/tables.ts'
import { cameBack, wasGivenBackSince } from '#features/shop/payments/server/door.ts'
import type { Db, Orm } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type Period, periodsOf } from './memberships.rules.ts'

/** How far back the upkeep looks for changes that triggered no event. */
const RECENT_MS = 2 * DAY_MS

const isMembership = eq(orders.product_id, PRODUCT_ID.membership)
const isPaid = inArray(orders.status, ['paid', 'processed'])

const firstPaid = sql`(SELECT min(${order_events.created_at}) FROM ${order_events}
  WHERE ${order_events.order_id} = ${orders.id} AND ${order_events.status} = 'paid')`

/** An order without a history of its states counts as paid when it was ordered. */
const paidAt = sql<Date>`COALESCE(${firstPaid}, ${orders.created_at})`.mapWith(orders.created_at)

/**
 * A membership counts only if its price was not refunded. A refund of the donation, or of an overpayment after a
 * correction, does not matter.
 */
const isKept = sql`${cameBack} < ${orders.paid_cents} - ${orders.donation_cents}`

export interface PaidMembership {
  order: typeof orders.$inferSelect
  paid_at: Date
  period: Period
}

/** The memberships of an account, earliest first. */
export async function listMemberships(db: Db, userId: string): Promise<PaidMembership[]> {
  const rows = await db
    .select({ order: orders, paid_at: paidAt })
    .from(orders)
    .where(and(eq(orders.user_id, userId), isMembership, isPaid, isKept))
    .orderBy(asc(paidAt), asc(orders.id))
  const periods = periodsOf(rows.map(({ paid_at }) => paid_at))
  return rows.flatMap((row, index) => {
    const period = periods[index]
    return period ? [{ ...row, period }] : []
  })
}

/**
 * Recomputes the end of a user's membership from the orders and from what the community has given.
 * Locks the account, so that two payments at the same time both count. Uses NO KEY UPDATE: storing an order already
 * holds a share lock on the key for its whole transaction, and two of them would deadlock.
 */
export async function settleMembership(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const last = (await listMemberships(db, userId)).at(-1)
  await db
    .update(users)
    .set({
      // The later of the two; greatest() ignores null.
      membership_until: sql`greatest(${last?.period.until.toISOString() ?? null}::timestamptz, ${users.membership_given_until})`,
    })
    .where(eq(users.id, userId))
}

/**
 * Assigns memberships that were paid without an account to the account that has confirmed the address of the order.
 * Either can come first.
 */
export async function adoptMemberships(tx: Db): Promise<void> {
  for (const userId of await giveToAccounts(tx, PRODUCT_ID.membership)) {
    await settleMembership(tx, userId)
  }
}

/** Called when a membership was paid or stopped being paid. */
export async function followOrder(tx: Db, order: OrderRow): Promise<void> {
  if (order.product_id === PRODUCT_ID.membership && order.user_id) {
    await settleMembership(tx, order.user_id)
  }
}

/** Accounts whose membership was paid, cancelled or refunded recently. */
async function findRecent(db: Db, since: Date): Promise<string[]> {
  const wasPaid = sql`EXISTS (SELECT FROM ${order_events}
    WHERE ${order_events.order_id} = ${orders.id} AND ${order_events.status} = 'paid')`
  const changed = sql`EXISTS (SELECT FROM ${order_events} WHERE ${order_events.order_id} = ${orders.id}
    AND ${order_events.created_at} > ${since.toISOString()}::timestamptz)`
  const rows = await db
    .selectDistinct({ id: users.id })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(
      and(
        isMembership,
        or(
          and(or(isPaid, wasPaid), or(changed, wasGivenBackSince(since))),
          and(isPaid, isKept, isNull(users.membership_until)),
        ),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Settles changes that trigger no event: refunds, and memberships assigned to an account. */
export async function settleRecent(db: Orm, now: Date): Promise<void> {
  for (const id of await findRecent(db, new Date(now.getTime() - RECENT_MS))) {
    await db.transaction((tx) => settleMembership(tx, id))
  }
}
