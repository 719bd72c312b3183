import { and, asc, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { type Asked, answerTo } from '#platform/server/questions.ts'
import type { Newcomer } from '../contract.admin.ts'
import { LETTERBOXES_OF } from './questions.ts'

/** Unconfirmed accounts need no decision. */
const waits = and(isNotNull(users.waiting_since), isNotNull(users.email_confirmed_at))

/** A member of the staff, or anyone with the same area. Newcomers without a letterbox are in no area. */
type Reader = Pick<Viewer, 'area'>

const isInArea = (asked: Asked, reader: Reader) => answerTo(asked, LETTERBOXES_OF).isInArea(reader)

/** Number of waiting newcomers, as a part of a query. */
export const countNewcomers = (asked: Asked, reader: Reader) =>
  sql<number>`(SELECT count(*)::int FROM ${users} WHERE ${and(waits, isInArea(asked, reader))})`

export async function countWaitingNewcomers(db: Db, asked: Asked, reader: Reader): Promise<number> {
  const where = and(waits, isInArea(asked, reader))
  const [row] = await db.select({ total: count() }).from(users).where(where)
  return row?.total ?? 0
}

/** One page of newcomers, longest waiting first, and their total number. */
export async function listNewcomers(
  db: Db,
  asked: Asked,
  reader: Reader,
  { page, size }: { page: number; size: number },
): Promise<{ rows: Newcomer[]; total: number }> {
  const rows = await db
    .select()
    .from(users)
    .where(and(waits, isInArea(asked, reader)))
    .orderBy(asc(users.waiting_since), asc(users.id))
    .limit(size)
    .offset((page - 1) * size)
  const ids = rows.map(({ id }) => id)
  const letterboxes = await answerTo(asked, LETTERBOXES_OF).find(db, ids)
  return {
    rows: rows.map((user) => ({
      id: user.id,
      firstname: user.firstname,
      lastname: user.lastname,
      email: user.email ?? '',
      lang: user.lang,
      waiting_since: (user.waiting_since ?? user.created_at).toISOString(),
      letterbox: letterboxes.get(user.id) ?? null,
    })),
    total: await countWaitingNewcomers(db, asked, reader),
  }
}

/** Whether a newcomer, waiting or not, is in the area of a member of the staff. */
export async function isForReader(
  db: Db,
  asked: Asked,
  reader: Reader,
  userId: string,
): Promise<boolean> {
  const isTheNewcomer = and(eq(users.id, userId), isInArea(asked, reader))
  const rows = await db.select({ id: users.id }).from(users).where(isTheNewcomer)
  return rows.length > 0
}

/** Locks waiting accounts until the transaction ends, in the order of their ids: all, or those of a condition. */
export function lockWaiting(tx: Db, which?: SQL): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(and(isNotNull(users.waiting_since), which))
    .orderBy(asc(users.id))
    .for('update')
}

export async function markLetIn(tx: Db, userId: string): Promise<void> {
  await tx.update(users).set({ waiting_since: null }).where(eq(users.id, userId))
}
