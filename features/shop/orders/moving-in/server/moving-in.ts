import { randomInt } from 'node:crypto'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { movementsOf } from '#features/shop/orders/cash-book/server/door.ts'
import type { OrderRow } from '#features/shop/orders/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Asked } from '#platform/server/questions.ts'
import type { OrderStatus } from '../../order-steps.ts'
import { REFNO_COUNT, refnoOf } from '../../refno.ts'
import { order_events, orders } from '../../tables.ts'

// What the import of a whole site writes: see features/community/moving.

export type MovedOrder = Omit<typeof orders.$inferInsert, 'refno'> & {
  id: string
  created_at: Date
}

/** Inserts orders, each under an unused number. */
export async function storeMovedOrders(db: Db, rows: MovedOrder[]): Promise<void> {
  let left = rows
  while (left.length > 0) {
    const stored = await db
      .insert(orders)
      .values(left.map((row) => ({ ...row, refno: refnoOf(randomInt(REFNO_COUNT)) })))
      .onConflictDoNothing({ target: orders.refno })
      .returning({ id: orders.id })
    const ids = new Set(stored.map(({ id }) => id))
    left = left.filter(({ id }) => !ids.has(id))
  }
  if (rows.length === 0) return
  await db.insert(order_events).values(
    rows.map(({ id, status, created_at }) => ({
      order_id: id,
      status,
      actor: 'system' as const,
      created_at,
    })),
  )
}

export const findMovedOrders = (db: Db, ids: readonly string[]): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))

/** The states on the way from one to another; the database allows no other steps. */
const WAY: readonly OrderStatus[] = ['pending_confirmation', 'pending_payment', 'paid', 'processed']

/** Changes an order as it has changed at the old site since. Returns false for a step back. */
export async function changeMovedOrder(
  db: Db,
  before: OrderRow,
  { status, ...change }: Partial<MovedOrder>,
  now: Date,
): Promise<boolean> {
  if (Object.keys(change).length > 0)
    await db.update(orders).set(change).where(eq(orders.id, before.id))
  if (status === undefined || status === before.status) return true
  const from = WAY.indexOf(before.status)
  const to = WAY.indexOf(status)
  const steps = status === 'cancelled' ? [status] : WAY.slice(from + 1, to + 1)
  if (from < 0 || (status !== 'cancelled' && to < from)) return false
  if (status === 'cancelled' && before.status === 'processed') return false
  for (const step of steps) {
    await db.update(orders).set({ status: step }).where(eq(orders.id, before.id))
    await db
      .insert(order_events)
      .values({ order_id: before.id, status: step, actor: 'system', created_at: now })
  }
  return true
}

export async function removeMovedOrders(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(orders)
    .where(inArray(orders.id, [...ids]))
    .returning({ id: orders.id })
  return rows.map(({ id }) => id)
}

/** Adds to what was paid for orders. */
export async function addPaid(db: Db, centsOfOrder: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, cents] of centsOfOrder) {
    await db
      .update(orders)
      .set({ paid_cents: sql`${orders.paid_cents} + ${cents}` })
      .where(eq(orders.id, id))
  }
}

/** Orders of some that count as paid although no money is recorded for them. */
export const findPaidWithoutMoney = (db: Db, isMeant: SQL): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        isMeant,
        inArray(orders.status, ['paid', 'processed']),
        eq(orders.paid_cents, 0),
        sql`${orders.price_cents} + ${orders.donation_cents} > 0`,
      ),
    )

/**
 * The own numbers of orders by those of their old site, in letters and digits alone. A number that several orders have
 * is left out.
 */
export async function findByLegacyRefno(
  db: Db,
  legacyRefnos: readonly string[],
): Promise<Map<string, string>> {
  if (legacyRefnos.length === 0) return new Map()
  const key = sql<string>`upper(regexp_replace(${orders.legacy_refno}, '[^[:alnum:]]', '', 'g'))`
  const rows = await db
    .select({ refno: sql<string>`min(${orders.refno})`, key })
    .from(orders)
    .where(and(sql`${orders.legacy_refno} IS NOT NULL`, inArray(key, [...legacyRefnos])))
    .groupBy(key)
    .having(sql`count(*) = 1`)
  return new Map(rows.map((row) => [row.key, row.refno]))
}

/** What the cash book holds of some orders, in cents by year and currency: `2024 CHF`. */
export async function sumMovedCash(
  db: Db,
  asked: Asked,
  timeZone: string,
  isMeant: SQL,
): Promise<Map<string, number>> {
  const year = sql<string>`to_char(moved.at AT TIME ZONE ${timeZone}, 'YYYY') || ' ' || moved.currency`
  const rows = await db
    .select({ year: year.as('year'), cents: sql<number>`sum(moved.cents)::float8` })
    .from(movementsOf(asked))
    .innerJoin(orders, sql`${orders.id} = moved.order_id`)
    .where(isMeant)
    .groupBy(sql`1`)
  return new Map(rows.map((row) => [row.year, row.cents]))
}
