import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { type Asked, answerTo } from '#platform/server/questions.ts'
import type { Newcomer } from '../contract.admin.ts'
import { LETTERBOXES_OF } from './questions.ts'

/** Unconfirmed accounts need no decision. */
const waits = and(isNotNull(users.waiting_since), isNotNull(users.email_confirmed_at))

/** Number of waiting newcomers, as a part of a query. */
export const countNewcomers = sql<number>`(SELECT count(*)::int FROM ${users}
  WHERE ${users.waiting_since} IS NOT NULL AND ${users.email_confirmed_at} IS NOT NULL)`

export async function countWaitingNewcomers(db: Db): Promise<number> {
  const [row] = await db.select({ total: count() }).from(users).where(waits)
  return row?.total ?? 0
}

/** One page of newcomers, longest waiting first, and their total number. */
export async function listNewcomers(
  db: Db,
  asked: Asked,
  { page, size }: { page: number; size: number },
): Promise<{ rows: Newcomer[]; total: number }> {
  const rows = await db
    .select()
    .from(users)
    .where(waits)
    .orderBy(asc(users.waiting_since), asc(users.id))
    .limit(size)
    .offset((page - 1) * size)
  const ids = rows.map(({ id }) => id)
  const letterboxes = await answerTo(asked, LETTERBOXES_OF)(db, ids)
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
    total: await countWaitingNewcomers(db),
  }
}

/**
 * Locks waiting accounts until the transaction ends, in the order of their ids: one account, or
 * all.
 */
export function lockWaiting(tx: Db, userId?: string): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(
      and(isNotNull(users.waiting_since), userId === undefined ? undefined : eq(users.id, userId)),
    )
    .orderBy(asc(users.id))
    .for('update')
}

export async function markLetIn(tx: Db, userId: string): Promise<void> {
  await tx.update(users).set({ waiting_since: null }).where(eq(users.id, userId))
}
