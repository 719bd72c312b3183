import { and, count, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { householdOf } from '#features/lending/conversations/requests/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { hashSecret } from '#platform/server/identity/secrets.ts'
import { WAIT_DAYS } from '../contract.ts'
import { ask_tries, waits } from '../tables.ts'
import { isThing, type Thing } from './line.queries.ts'

export interface Place extends Thing {
  user_id: string
}

const isPlace = ({ user_id, ...thing }: Place): SQL | undefined =>
  and(eq(waits.user_id, user_id), isThing(thing))

export async function insertWait(db: Db, values: typeof waits.$inferInsert): Promise<void> {
  await db.insert(waits).values(values)
}

export async function countWaitsOf(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(waits).where(eq(waits.user_id, userId))
  return row?.count ?? 0
}

/** Whether another member of the household waits for the thing. */
export async function doesHouseholdWait(db: Db, { user_id, ...thing }: Place): Promise<boolean> {
  const [row] = await db
    .select({ id: waits.user_id })
    .from(waits)
    .where(
      and(
        isThing(thing),
        ne(waits.user_id, user_id),
        sql`${waits.user_id} = ANY(${householdOf(user_id)})`,
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Deletes a wait, unless it is gone already. @returns whether it was there */
export async function deleteWait(db: Db, place: Place): Promise<boolean> {
  const rows = await db.delete(waits).where(isPlace(place)).returning({ id: waits.user_id })
  return rows.length > 0
}

/** Deletes the wait that the link of a mail leaves. @returns null if there is no such wait */
export async function deleteWaitByLink(db: Db, secret: string): Promise<Place | null> {
  const [row] = await db
    .delete(waits)
    .where(eq(waits.leave_hash, hashSecret(secret)))
    .returning({
      user_id: waits.user_id,
      letterbox_id: waits.letterbox_id,
      item_id: waits.item_id,
    })
  return row ?? null
}

/** @returns false if the wait is gone, or its turn has begun already */
export async function storeTurn(
  db: Db,
  place: Place,
  turn: { told_at: Date; turn_until: Date; leave_hash: string },
): Promise<boolean> {
  const rows = await db
    .update(waits)
    .set(turn)
    .where(and(isPlace(place), isNull(waits.told_at)))
    .returning({ id: waits.user_id })
  return rows.length > 0
}

export async function takeTurnBack(db: Db, place: Place): Promise<void> {
  await db
    .update(waits)
    .set({ told_at: null, turn_until: null, leave_hash: null })
    .where(and(isPlace(place), isNotNull(waits.told_at)))
}

/** Moves the tries that a server of version 1.0 beside this one has stored. A later release can remove this. */
export async function moveTries(db: Db): Promise<void> {
  await db.execute(sql`
    WITH tries AS (DELETE FROM ${ask_tries} RETURNING *)
    INSERT INTO ${waits} (user_id, letterbox_id, item_id, created_at, expires_at)
    SELECT user_id, letterbox_id, item_id, created_at, created_at + ${WAIT_DAYS}::int * interval '1 day'
    FROM tries WHERE told_at IS NULL
    ON CONFLICT DO NOTHING`)
}
