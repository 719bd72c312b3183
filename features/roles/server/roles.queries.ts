import { and, asc, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'

/** Moderators and admins, admins first. */
export function listStaff(db: Db): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(gt(users.role_id, ROLE_ID.member))
    .orderBy(desc(users.role_id), asc(users.created_at), asc(users.id))
}

/** The admins, locked until the transaction ends. */
export function lockAdmins(tx: Db): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(eq(users.role_id, ROLE_ID.admin))
    .orderBy(asc(users.id))
    .for('update')
}

/**
 * Gives a role to a confirmed account that may less so far and is not suspended. One statement: of any number at the same
 * time exactly one gets the row, the others null.
 */
export async function raiseRole(db: Db, userId: string, roleId: number): Promise<UserRow | null> {
  const [user] = await db
    .update(users)
    .set({ role_id: roleId })
    .where(
      and(
        eq(users.id, userId),
        lt(users.role_id, roleId),
        isNotNull(users.email_confirmed_at),
        isNull(users.suspended_at),
      ),
    )
    .returning()
  return user ?? null
}

export async function takeRole(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ role_id: ROLE_ID.member }).where(eq(users.id, userId))
}
