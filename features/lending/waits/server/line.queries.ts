import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { standing } from '#features/lending/conversations/requests/server/door.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { lent_changes, transaction_reminders } from '#features/lending/loans/tables.ts'
import { isAskable, isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { isBlockedFor } from '#features/places/letterboxes/reach/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { waits } from '../tables.ts'
import { DAYS_AHEAD } from './turns.rules.ts'

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

const hasAsked = sql<boolean>`EXISTS (SELECT FROM ${transactions} WHERE ${ownRequests})`

const isAsking = sql<boolean>`(${waits.told_at} IS NOT NULL AND EXISTS (
  SELECT FROM ${transactions} WHERE ${ownRequests} AND ${transactions.status} = 'requested'))`

const hasStanding = sql`${standing({
  borrowerId: waits.user_id,
  lenderId: letterboxes.user_id,
  itemId: waits.item_id,
})} IS NOT NULL`

/** A letterbox leaves the map during a holiday, too, but then its line is only paused. */
const isThingGone = sql`(${letterbox_items.item_id} IS NULL
  OR ((${isOnMap}) IS NOT TRUE AND ${letterboxes.holiday_until} IS NULL))`

/** Whether waiting is pointless by now. */
const isEnded = sql<boolean>`(${isThingGone} OR ${waiter.suspended_at} IS NOT NULL
  OR (${managedBy(waits.user_id)}) IS TRUE OR ${isBlockedFor(waits.user_id)}
  OR ((${hasAsked} OR ${hasStanding}) AND NOT ${isAsking}))`

/** What a member needs in order to ask, and to hear of a turn. */
const canFollow = and(
  sql`${waiter.email_confirmed_at} IS NOT NULL`,
  sql`(${waiter.enable_messaging} OR NOT ${waiter.show_on_map})`,
  sql`${waiter.waiting_since} IS NULL`,
)

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

const selectPlaces = (db: Db, where: SQL | undefined, today: string) =>
  db
    .select({
      user_id: waits.user_id,
      letterbox_id: waits.letterbox_id,
      item_id: waits.item_id,
      created_at: waits.created_at,
      expires_at: waits.expires_at,
      turn_until: waits.turn_until,
      on_map: sql<boolean>`(${isOnMap}) IS TRUE`,
      ended: isEnded,
      asking: isAsking,
      paused: sql<boolean>`(${and(isAskable, canFollow)}) IS NOT TRUE`,
      copies: sql<number>`coalesce(${letterbox_items.copies}, 0)`,
      taken: takenCopies(waits.item_id, today),
      address: letterboxes.address,
      postcode: letterboxes.postcode,
      city: letterboxes.city,
    })
    .from(waits)
    .innerJoin(letterboxes, eq(letterboxes.id, waits.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .innerJoin(waiter, eq(waiter.id, waits.user_id))
    .leftJoin(
      letterbox_items,
      and(
        eq(letterbox_items.letterbox_id, letterboxes.id),
        eq(letterbox_items.item_id, waits.item_id),
      ),
    )
    .where(where)
    .orderBy(asc(waits.created_at), asc(waits.user_id))

export type PlaceRow = Awaited<ReturnType<typeof selectPlaces>>[number]

const keyOf = ({ letterbox_id, item_id }: Thing) => `${letterbox_id} ${item_id}`

/** The lines for some things; each is not empty, and the first member comes first. */
async function findLines(db: Db, where: SQL | undefined, today: string): Promise<PlaceRow[][]> {
  const lines = new Map<string, PlaceRow[]>()
  for (const place of await selectPlaces(db, where, today)) {
    lines.set(keyOf(place), [...(lines.get(keyOf(place)) ?? []), place])
  }
  return [...lines.values()]
}

/** The borrowers of ended requests hear first that a thing is free again, so their requests have to be reviewed. */
const isReviewed = sql`NOT EXISTS (SELECT FROM ${lent_changes} WHERE ${lent_changes.lender_id} = ${letterboxes.user_id}
  AND ${lent_changes.item_id} = ${waits.item_id})`

/** Whether a copy is free, a member of the line has the turn, or a wait in it has expired. */
const mayMove = (now: Date, today: string) => sql`(
  ${takenCopies(waits.item_id, today)} < ${letterbox_items.copies}
  OR EXISTS (SELECT FROM ${waits} other
    WHERE other.letterbox_id = ${waits.letterbox_id} AND other.item_id = ${waits.item_id}
      AND (other.told_at IS NOT NULL OR other.expires_at <= ${now.toISOString()}::timestamptz)))`

/** The lines that may have to move. */
export const findMovingLines = (db: Db, now: Date, today: string): Promise<PlaceRow[][]> =>
  findLines(db, and(isReviewed, mayMove(now, today)), today)

/** The line for one thing; undefined if it is empty, or its requests still have to be reviewed. */
export async function findLine(
  db: Db,
  thing: Thing,
  today: string,
): Promise<PlaceRow[] | undefined> {
  const [line] = await findLines(db, and(isReviewed, isThing(thing)), today)
  return line
}

/** The waits that have ended without a step of their line. */
export const findEndedWaits = (db: Db, today: string): Promise<PlaceRow[]> =>
  selectPlaces(db, isEnded, today)

/** The lines in which a member stands. */
export const findLinesOf = (db: Db, userId: string, today: string): Promise<PlaceRow[][]> =>
  findLines(
    db,
    sql`(${waits.letterbox_id}, ${waits.item_id}) IN (
      SELECT own.letterbox_id, own.item_id FROM ${waits} own WHERE own.user_id = ${userId})`,
    today,
  )

/** The lines at a member's own letterbox. */
export const findLinesAt = (db: Db, managerId: string, today: string): Promise<PlaceRow[][]> =>
  findLines(db, managedBy(managerId), today)

/** Whether a member hears from a request that ended that the thing is free again, just now. */
export async function hasHeardOfIt(
  db: Db,
  { user_id, letterbox_id, item_id }: Pick<PlaceRow, 'user_id' | 'letterbox_id' | 'item_id'>,
  since: Date,
): Promise<boolean> {
  const [heard] = await db
    .select({ kind: transaction_reminders.kind })
    .from(transaction_reminders)
    .innerJoin(transactions, eq(transactions.id, transaction_reminders.transaction_id))
    .innerJoin(letterboxes, eq(letterboxes.user_id, transactions.lender_id))
    .where(
      and(
        eq(transaction_reminders.kind, 'free_again'),
        eq(letterboxes.id, letterbox_id),
        eq(transactions.item_id, item_id),
        eq(transactions.borrower_id, user_id),
        sql`${transaction_reminders.created_at} >= ${since.toISOString()}::timestamptz`,
      ),
    )
    .limit(1)
  return heard !== undefined
}
