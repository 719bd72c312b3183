import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { PROVIDER_MONEY } from '#features/shop/orders/paying/server/door.ts'
import { products } from '#features/shop/orders/products/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { type Asked, answerTo } from '#platform/server/questions.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Order } from '../contract.order.ts'
import { PERSONAL_FIELDS } from '../corrections.ts'
import { type Corrected, order_events, orders } from '../tables.ts'
import { type FullOrder, presentOrder } from './presenter.ts'
import { isRefunded } from './refunded.ts'

/** How long an unpaid order is kept. */
const UNPAID_MS = 365 * DAY_MS
/** Paid orders are kept for ten years, as bookkeeping law requires, plus the year of payment. */
const PAID_MS = 11 * 366 * DAY_MS

/** Columns to empty in an unpaid order whose customer has left. */
const WITHOUT_PERSON = {
  firstname: '',
  lastname: '',
  address: '',
  address_addition: null,
  postcode: '',
  city: '',
}

const UNPAID = ['pending_confirmation', 'pending_payment', 'cancelled'] as const
const PAID = ['paid', 'processed'] as const

/** Columns of a {@link FullOrder}. */
export const FULL_ORDER = { order: orders, product: products, is_refunded: isRefunded }

const selectOrders = (db: Db, where: SQL | undefined) =>
  db
    .select(FULL_ORDER)
    .from(orders)
    .innerJoin(products, eq(products.id, orders.product_id))
    .where(where)
    .orderBy(desc(orders.created_at), desc(orders.id))

const selectOwn = prepared('own_orders', (db, { userId }: Asking<{ userId: string }>) =>
  selectOrders(db, and(eq(orders.user_id, userId), ne(orders.status, 'cancelled'))),
)

/** All orders of an account except cancelled ones, newest first. */
export async function listOrders(db: Db, userId: string): Promise<Order[]> {
  const rows = await selectOwn(db, { userId })
  return rows.map(presentOrder)
}

const selectOne = prepared('order', (db, { id }: Asking<{ id: string }>) =>
  selectOrders(db, eq(orders.id, id)),
)

/** @param within limits it to the area of a member of the staff */
export async function findOrder(db: Db, id: string, within?: SQL): Promise<FullOrder | null> {
  const [row] = await (within
    ? selectOrders(db, and(eq(orders.id, id), within))
    : selectOne(db, { id }))
  return row ?? null
}

/** @param within limits them to the area of a member of the staff */
export const findOrders = (
  db: Db,
  ids: readonly string[],
  within: SQL | undefined,
): Promise<FullOrder[]> => selectOrders(db, and(inArray(orders.id, [...ids]), within))

export async function findOrderByRequest(db: Db, requestId: string): Promise<FullOrder | null> {
  const [row] = await selectOrders(db, eq(orders.request_id, requestId))
  return row ?? null
}

async function lockWhere(db: Db, where: SQL | undefined): Promise<FullOrder | null> {
  const [row] = await db
    .select(FULL_ORDER)
    .from(orders)
    .innerJoin(products, eq(products.id, orders.product_id))
    .where(where)
    .for('update', { of: orders })
  return row ?? null
}

/**
 * The order, locked until the transaction ends.
 * @param within limits it to the area of a member of the staff
 */
export const lockOrder = (db: Db, id: string, within?: SQL) =>
  lockWhere(db, and(eq(orders.id, id), within))
export const lockOrderByRefno = (db: Db, refno: string) => lockWhere(db, eq(orders.refno, refno))

/** The orders of an account, including those placed under its address without an account. */
export const ordersOf = (user: UserRow): SQL | undefined =>
  or(eq(orders.user_id, user.id), and(isNull(orders.user_id), leftUnderAddress(orders.email, user)))

/** Like {@link ordersOf}, for an account of which only the id is known. */
export const ordersOfAccount = (userId: InSql<string>): SQL =>
  sql`(${orders.user_id} = ${userId} OR (${orders.user_id} IS NULL AND lower(${orders.email}) = (
    SELECT lower(${users.email}) FROM ${users}
    WHERE ${users.id} = ${userId} AND ${users.email_confirmed_at} IS NOT NULL)))`

/**
 * Called when an account is deleted. Unpaid orders are deleted, too. Unpaid orders with a payment attempt are cancelled
 * and anonymized instead, so that money that arrives later is refunded. Paid orders keep name and address for the books,
 * but no longer the mail address.
 */
export async function forgetOrdersOf(db: Db, asked: Asked, user: UserRow): Promise<void> {
  const unpaid = and(ordersOf(user), inArray(orders.status, [...UNPAID]))
  // Corrections contain personal data, so that is removed; the event itself stays.
  const own = db.select({ id: orders.id }).from(orders).where(ordersOf(user))
  const withoutPerson = sql<Corrected>`${order_events.corrected} - ${sql.raw(`'{${PERSONAL_FIELDS.join(',')}}'::text[]`)}`
  await db
    .update(order_events)
    .set({ corrected: withoutPerson })
    .where(and(isNotNull(order_events.corrected), inArray(order_events.order_id, own)))
  await db.delete(orders).where(and(unpaid, not(answerTo(asked, PROVIDER_MONEY).wasTried)))
  const cancelled = await db
    .update(orders)
    .set({ status: 'cancelled', ...WITHOUT_PERSON })
    .where(and(unpaid, ne(orders.status, 'cancelled')))
    .returning({ order_id: orders.id, status: orders.status })
  await db.update(orders).set(WITHOUT_PERSON).where(unpaid)
  const by = { actor: 'customer', user_id: null } as const
  if (cancelled.length > 0) {
    await db.insert(order_events).values(cancelled.map((order) => ({ ...order, ...by })))
  }
  await db.update(orders).set({ email: null, ideas: '', note: '' }).where(ordersOf(user))
}

/** Deletes orders unpaid after a year, and paid ones when the books no longer need them. */
export async function deleteOldOrders(db: Db, now: Date): Promise<void> {
  const before = (age: number) => lt(orders.created_at, new Date(now.getTime() - age))
  await db.delete(orders).where(and(inArray(orders.status, [...UNPAID]), before(UNPAID_MS)))
  await db.delete(orders).where(and(inArray(orders.status, [...PAID]), before(PAID_MS)))
}

export type Actor = Pick<typeof order_events.$inferInsert, 'actor' | 'user_id'>

/** Records the new state of an order, and the actor. */
export async function recordStatus(
  db: Db,
  { id, status }: FullOrder['order'],
  { actor, user_id }: Actor,
  now: Date,
  receivedCents?: number,
): Promise<void> {
  const received_cents = receivedCents ?? null
  await db
    .insert(order_events)
    .values({ order_id: id, status, actor, user_id, received_cents, created_at: now })
}

/** Records a correction; the state does not change. */
export async function recordCorrection(
  db: Db,
  { id, status }: FullOrder['order'],
  corrected: Corrected,
  { actor, user_id }: Actor,
  now: Date,
): Promise<void> {
  await db
    .insert(order_events)
    .values({ order_id: id, status, corrected, actor, user_id, created_at: now })
}

/** Records a payment reminder; the state does not change. */
export async function recordReminder(
  db: Db,
  { id, status }: FullOrder['order'],
  { actor, user_id }: Actor,
  now: Date,
): Promise<void> {
  await db
    .insert(order_events)
    .values({ order_id: id, status, reminded: true, actor, user_id, created_at: now })
}

async function lastEvent(db: Db, where: SQL | undefined): Promise<Date | null> {
  const [row] = await db
    .select({ at: order_events.created_at })
    .from(order_events)
    .where(where)
    .orderBy(desc(order_events.created_at))
    .limit(1)
  return row?.at ?? null
}

/** When the customer was last reminded to pay. */
export const findRemindedAt = (db: Db, id: string): Promise<Date | null> =>
  lastEvent(db, and(eq(order_events.order_id, id), eq(order_events.reminded, true)))

/** When an order was shipped; null if it is in another state. */
export async function findShippedAt(
  db: Db,
  { id, status }: FullOrder['order'],
): Promise<Date | null> {
  if (status !== 'processed') return null
  return lastEvent(
    db,
    and(
      eq(order_events.order_id, id),
      eq(order_events.status, 'processed'),
      isNull(order_events.refunded_cents),
      isNull(order_events.received_cents),
      eq(order_events.noted, false),
      eq(order_events.reminded, false),
    ),
  )
}

export async function noteOwing(
  db: Db,
  { id }: FullOrder['order'],
  owing_cents: number,
): Promise<void> {
  await db.update(orders).set({ owing_cents }).where(eq(orders.id, id))
}

/** Records a changed note; the state does not change. */
export async function recordNote(
  db: Db,
  { id, status }: FullOrder['order'],
  { actor, user_id }: Actor,
  now: Date,
): Promise<void> {
  await db
    .insert(order_events)
    .values({ order_id: id, status, noted: true, actor, user_id, created_at: now })
}

/** Records a refund; the state does not change. */
export async function recordRefund(
  db: Db,
  { id, status }: FullOrder['order'],
  refunded_cents: number,
  { actor, user_id }: Actor,
  now: Date,
): Promise<void> {
  await db
    .insert(order_events)
    .values({ order_id: id, status, refunded_cents, actor, user_id, created_at: now })
}

/** Counts the events of an order. A caller with an older version has not seen all of them. */
export async function versionOf(db: Db, id: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(order_events)
    .where(eq(order_events.order_id, id))
  return row?.count ?? 0
}

/** Marks the customer's letterbox as a reseller; the map shows it at once. */
export async function markReseller(db: Db, { user_id }: FullOrder['order']): Promise<void> {
  if (user_id) await db.update(users).set({ reseller: true }).where(eq(users.id, user_id))
}

/**
 * Assigns paid guest orders of a product to the account that has confirmed the address of the order.
 * @returns ids of the accounts
 */
export async function giveToAccounts(tx: Db, productId: number): Promise<string[]> {
  const given = await tx
    .update(orders)
    .set({ user_id: users.id })
    .from(users)
    .where(
      and(
        isNull(orders.user_id),
        eq(orders.product_id, productId),
        inArray(orders.status, [...PAID]),
        isNotNull(users.email_confirmed_at),
        sql`lower(${users.email}) = lower(${orders.email})`,
      ),
    )
    .returning({ user_id: orders.user_id })
  return given.flatMap(({ user_id }) => user_id ?? [])
}
