import { and, asc, eq, lte, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { standing } from '#features/lending/conversations/requests/server/door.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { isAskable, isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { isBlockedFor, isReachable } from '#features/places/letterboxes/reach/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { waits } from '../tables.ts'
import { DAYS_AHEAD, isWaiting, type PlaceState } from './turns.rules.ts'

export interface Thing {
  letterbox_id: string
  item_id: number
}

export const isThing = ({ letterbox_id, item_id }: Thing) =>
  and(eq(waits.letterbox_id, letterbox_id), eq(waits.item_id, item_id))

/** The member who waits; `users` is the owner of the letterbox. */
const waiter = alias(users, 'waiter')

/** Transactions about an item of the letterbox. */
const isAbout = (itemId: SQL | typeof waits.item_id) =>
  and(eq(transactions.lender_id, letterboxes.user_id), sql`${transactions.item_id} = ${itemId}`)

/** The member's own requests since the wait began. */
const ownRequests = and(
  isAbout(waits.item_id),
  eq(transactions.borrower_id, waits.user_id),
  sql`${transactions.created_at} >= ${waits.created_at}`,
)

const hasAsked = sql<boolean>`(EXISTS (SELECT FROM ${transactions} WHERE ${ownRequests})
  OR ${standing({
    borrowerId: waits.user_id,
    lenderId: letterboxes.user_id,
    itemId: waits.item_id,
  })} IS NOT NULL)`

const isAsking = sql<boolean>`(${waits.told_at} IS NOT NULL AND EXISTS (
  SELECT FROM ${transactions} WHERE ${ownRequests} AND ${transactions.status} = 'requested'))`

/** What a member needs in order to ask at this letterbox, and to hear of a turn. */
const mayAsk = and(
  sql`${waiter.email_confirmed_at} IS NOT NULL`,
  sql`${waiter.suspended_at} IS NULL`,
  sql`${waiter.waiting_since} IS NULL`,
  sql`(${waiter.enable_messaging} OR NOT ${waiter.show_on_map})`,
  sql`(${managedBy(waits.user_id)}) IS NOT TRUE`,
  not(isBlockedFor(waits.user_id)),
)

const state = sql<PlaceState>`CASE
  WHEN ${isAsking} THEN 'asking'
  WHEN ${hasAsked} THEN 'asked'
  WHEN ${letterbox_items.item_id} IS NULL THEN 'gone'
  WHEN (${mayAsk}) IS NOT TRUE THEN 'barred'
  WHEN (${isAskable}) IS NOT TRUE THEN 'paused'
  ELSE 'open' END`

/** Copies of an item that are out, or promised for one of the next days. */
const takenCopies = (itemId: SQL | typeof waits.item_id, today: string) => sql<number>`(
  SELECT count(*)::int FROM ${transactions} WHERE ${isAbout(itemId)}
    AND ${transactions.status} IN ('accepted', 'handed_over')
    AND (${transactions.status} = 'handed_over'
      OR ${transactions.lent} && daterange(${today}::date, ${today}::date + ${DAYS_AHEAD}::int, '[]')))`

/** The copies of a thing; null if the letterbox has no such sticker. */
export async function findCopies(db: Db, { letterbox_id, item_id }: Thing, today: string) {
  const [row] = await db
    .select({
      copies: letterbox_items.copies,
      taken: takenCopies(sql`${item_id}::smallint`, today),
    })
    .from(letterbox_items)
    .innerJoin(letterboxes, eq(letterboxes.id, letterbox_items.letterbox_id))
    .where(and(eq(letterboxes.id, letterbox_id), eq(letterbox_items.item_id, item_id)))
  return row ?? null
}

const isItemOfWait = and(
  eq(letterbox_items.letterbox_id, waits.letterbox_id),
  eq(letterbox_items.item_id, waits.item_id),
)

const selectPlaces = (db: Db, where: SQL | undefined) =>
  db
    .select({
      user_id: waits.user_id,
      letterbox_id: waits.letterbox_id,
      item_id: waits.item_id,
      created_at: waits.created_at,
      expires_at: waits.expires_at,
      turn_until: waits.turn_until,
      state,
      /** Whether the member sees the letterbox on the map. */
      visible: sql<boolean>`(${and(isOnMap, not(isBlockedFor(waits.user_id)))}) IS TRUE`,
      address: letterboxes.address,
      postcode: letterboxes.postcode,
      city: letterboxes.city,
    })
    .from(waits)
    .innerJoin(waiter, eq(waiter.id, waits.user_id))
    .leftJoin(letterboxes, eq(letterboxes.id, waits.letterbox_id))
    .leftJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(letterbox_items, isItemOfWait)
    .where(where)
    .orderBy(asc(waits.created_at), asc(waits.user_id))

export type PlaceRow = Awaited<ReturnType<typeof selectPlaces>>[number]

const keyOf = ({ letterbox_id, item_id }: Thing) => `${letterbox_id} ${item_id}`

/** The lines for some things; each is not empty, and the first member comes first. */
async function findLines(db: Db, where: SQL | undefined): Promise<PlaceRow[][]> {
  const lines = new Map<string, PlaceRow[]>()
  for (const place of await selectPlaces(db, where)) {
    lines.set(keyOf(place), [...(lines.get(keyOf(place)) ?? []), place])
  }
  return [...lines.values()]
}

/**
 * The things whose line may have to move: a copy is free and can be asked for, a member has the turn, a wait has
 * expired, or the letterbox no longer lends the thing.
 */
export function findMovingThings(db: Db, now: Date, today: string): Promise<Thing[]> {
  const thing = { letterbox_id: waits.letterbox_id, item_id: waits.item_id }
  const due = db
    .select(thing)
    .from(waits)
    .where(sql`${waits.told_at} IS NOT NULL`)
    .union(db.select(thing).from(waits).where(lte(waits.expires_at, now)))
  const free = db
    .select(thing)
    .from(waits)
    .leftJoin(letterboxes, eq(letterboxes.id, waits.letterbox_id))
    .leftJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(letterbox_items, isItemOfWait)
    .where(
      sql`${letterbox_items.item_id} IS NULL
        OR ${takenCopies(waits.item_id, today)} < ${letterbox_items.copies} AND ${isAskable}`,
    )
  return due.union(free)
}

/** The line for one thing, the first member first. */
export const findLine = (db: Db, thing: Thing): Promise<PlaceRow[]> =>
  selectPlaces(db, isThing(thing))

/** The waits that have ended by asking. */
export const findAskedPlaces = (db: Db): Promise<PlaceRow[]> =>
  selectPlaces(db, sql`${state} = 'asked'`)

/** The lines in which a member stands. */
export const findLinesOf = (db: Db, userId: string): Promise<PlaceRow[][]> =>
  findLines(
    db,
    sql`(${waits.letterbox_id}, ${waits.item_id}) IN (
      SELECT own.letterbox_id, own.item_id FROM ${waits} own WHERE own.user_id = ${userId})`,
  )

/** The lines at a member's own letterbox. */
export const findLinesAt = (db: Db, managerId: string): Promise<PlaceRow[][]> =>
  findLines(db, managedBy(managerId))

/** The places in all lines at an owner's letterbox, if nobody there can be notified of a request. */
export const findUnreachedPlaces = (db: Db, ownerId: string): Promise<PlaceRow[]> =>
  selectPlaces(db, and(eq(letterboxes.user_id, ownerId), not(isReachable)))

/** Who waits for an owner's item. */
export async function findWaiting(
  db: Db,
  { lender_id, item_id }: { lender_id: string; item_id: number },
): Promise<string[]> {
  const line = await selectPlaces(
    db,
    and(eq(letterboxes.user_id, lender_id), eq(waits.item_id, item_id)),
  )
  return line.filter(isWaiting).map(({ user_id }) => user_id)
}
