import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { security_events } from '#features/people/accounts/security-events/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { BROUGHT_BY_COMMUNITY } from '#platform/server/identity/admission.ts'
import { tokens, type UserRow, users } from '#platform/server/identity/tables.ts'

// What the import of a whole site writes: see features/community/moving.

export type MovedAccount = typeof users.$inferInsert & { id: string }

export async function storeMovedAccounts(db: Db, rows: MovedAccount[]): Promise<void> {
  if (rows.length === 0) return
  await db.insert(users).values(rows.map((row) => ({ ...row, ...BROUGHT_BY_COMMUNITY })))
}

export const findAccounts = (db: Db, ids: readonly string[]): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))

/** Accounts with these addresses, in lower case. */
export const findAccountsByEmail = (db: Db, emails: readonly string[]): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(inArray(sql`lower(${users.email})`, [...emails]))

export async function changeMovedAccount(
  db: Db,
  id: string,
  change: Partial<MovedAccount>,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, id))
}

/** Deletes accounts that never logged in here, with what belongs to them alone. */
export async function removeMovedAccounts(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(users)
    .where(and(inArray(users.id, [...ids]), sql`NOT ${hasLoggedIn}`))
    .returning({ id: users.id })
  return rows.map(({ id }) => id)
}

/** Whether the current account has logged in here. */
const hasLoggedIn = sql`(
  EXISTS (SELECT FROM ${tokens} WHERE ${tokens.user_id} = ${users.id}
    AND ${tokens.kind} IN ('session', 'half_session'))
  OR EXISTS (SELECT FROM ${security_events} WHERE ${security_events.user_id} = ${users.id}
    AND ${security_events.kind} = 'login'))`

/** How many of some accounts have logged in here. */
export async function countLoggedIn(db: Db, isMeant: SQL): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(users)
    .where(and(isMeant, hasLoggedIn))
  return row?.count ?? 0
}
