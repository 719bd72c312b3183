import { and, count, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toMoney } from '#features/shop/orders/products/pricing.ts'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { UnmatchedPayment } from '../contract.admin.ts'
import { unmatched_payments } from '../tables.ts'
import type { UnmatchedState } from '../unmatched-payments.ts'

/** How long settled payments are kept. They name a payer, so they are deleted after a year. */
const KEPT_MS = 365 * DAY_MS

export type UnmatchedRow = typeof unmatched_payments.$inferSelect

const assigned = alias(orders, 'assigned')

const selectUnmatched = (db: Db, where: SQL | undefined) =>
  db
    .select({ row: unmatched_payments, user: users, refno: assigned.refno })
    .from(unmatched_payments)
    .leftJoin(users, eq(users.id, unmatched_payments.settled_by))
    .leftJoin(assigned, eq(assigned.id, unmatched_payments.assigned_order_id))
    .where(where)

type Found = Awaited<ReturnType<typeof selectUnmatched>>[number]

const present = ({ row, user, refno }: Found): UnmatchedPayment => ({
  id: row.id,
  version: row.version,
  state: row.state,
  amount: row.amount_cents === null ? null : toMoney(row.amount_cents),
  currency: row.currency,
  received_on: row.received_on,
  reason: row.reason,
  refno: row.refno,
  order_id: row.order_id,
  text: row.text,
  payer: row.payer,
  assigned: row.assigned_order_id && refno ? { id: row.assigned_order_id, refno } : null,
  note: row.note,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  settled_by: user && { id: user.id, name: `${user.firstname} ${user.lastname}`.trim() },
})

const matching = (search: string, state?: UnmatchedState): SQL | undefined => {
  const text = search.trim()
  const textMatches =
    text === ''
      ? undefined
      : or(
          holds(unmatched_payments.text, text),
          holds(sql`coalesce(${unmatched_payments.payer}, '')`, text),
          holds(sql`coalesce(${unmatched_payments.refno}, '')`, text.replace(/\s/g, '')),
        )
  return and(textMatches, state && eq(unmatched_payments.state, state))
}

/** One page of unmatched payments, newest first, and the count of each state. */
export async function searchUnmatched(
  db: Db,
  filter: { search: string; state: UnmatchedState; page: number; size: number },
) {
  const { search, state, page, size } = filter
  const rows = await selectUnmatched(db, matching(search, state))
    .orderBy(desc(unmatched_payments.created_at), unmatched_payments.id)
    .limit(size)
    .offset((page - 1) * size)
  const counted = await db
    .select({ state: unmatched_payments.state, count: count() })
    .from(unmatched_payments)
    .where(matching(search))
    .groupBy(unmatched_payments.state)
  const of = (each: UnmatchedState) => counted.find((row) => row.state === each)?.count ?? 0
  const counts = {
    open: of('open'),
    assigned: of('assigned'),
    returned: of('returned'),
    set_aside: of('set_aside'),
  }
  return { rows: rows.map(present), total: counts[state], counts }
}

/** Loads a payment whose id is known to exist; throws an Error otherwise. */
export async function findUnmatched(db: Db, id: string): Promise<UnmatchedPayment> {
  const [row] = await selectUnmatched(db, eq(unmatched_payments.id, id))
  if (!row) throw new Error(`Unexpected: no unmatched payment ${id}`)
  return present(row)
}

/** The row, locked until the transaction ends. */
export async function lockUnmatched(db: Db, id: string): Promise<UnmatchedRow | null> {
  const [row] = await db
    .select()
    .from(unmatched_payments)
    .where(eq(unmatched_payments.id, id))
    .for('update')
  return row ?? null
}

/** Rows per query. */
const ROWS_AT_A_TIME = 500

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / ROWS_AT_A_TIME) }, (_, part) =>
    all.slice(part * ROWS_AT_A_TIME, (part + 1) * ROWS_AT_A_TIME),
  )

/** Returns the entries with these keys that were assigned, given back or set aside before the given time. */
export async function findSettled(
  db: Db,
  entryKeys: readonly string[],
  before: Date,
): Promise<Set<string>> {
  const settled = new Set<string>()
  for (const keys of inParts(entryKeys)) {
    const rows = await db
      .select({ key: unmatched_payments.entry_key })
      .from(unmatched_payments)
      .where(
        and(inArray(unmatched_payments.entry_key, keys), lt(unmatched_payments.settled_at, before)),
      )
    for (const { key } of rows) settled.add(key)
  }
  return settled
}

/**
 * Keeps payments for an administrator to look at. A payment that is kept already gets the new reason.
 * @returns ids by the keys of their entries
 */
export async function keepUnmatched(
  db: Db,
  payments: readonly (typeof unmatched_payments.$inferInsert)[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const values of inParts(payments)) {
    const rows = await db
      .insert(unmatched_payments)
      .values(values)
      .onConflictDoUpdate({
        target: unmatched_payments.entry_key,
        set: { reason: sql`excluded.reason`, order_id: sql`excluded.order_id` },
      })
      .returning({ id: unmatched_payments.id, key: unmatched_payments.entry_key })
    for (const { id, key } of rows) ids.set(key, id)
  }
  return ids
}

/** Returns the reference numbers that belong to orders. */
export async function findRefnos(db: Db, refnos: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const part of inParts(refnos)) {
    const rows = await db
      .select({ refno: orders.refno })
      .from(orders)
      .where(inArray(orders.refno, part))
    for (const { refno } of rows) known.add(refno)
  }
  return known
}

type Settled = Pick<UnmatchedRow, 'state' | 'settled_at' | 'settled_by'> &
  Partial<Pick<UnmatchedRow, 'assigned_order_id' | 'note'>>

export async function settleUnmatched(db: Db, where: SQL, fields: Settled): Promise<void> {
  const version = sql`${unmatched_payments.version} + 1`
  await db
    .update(unmatched_payments)
    .set({ ...fields, version })
    .where(where)
}

export async function deleteOldUnmatched(db: Db, now: Date): Promise<void> {
  await db
    .delete(unmatched_payments)
    .where(lt(unmatched_payments.settled_at, new Date(now.getTime() - KEPT_MS)))
}

/** One scalar subquery. The condition of a partial index must be written as literals, not as parameters. */
export const countUnmatched = sql<number>`(SELECT count(*)::int FROM ${unmatched_payments}
  WHERE ${unmatched_payments.state} = 'open')`
