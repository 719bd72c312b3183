import { asc, desc, eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { hasTasks } from '#platform/server/identity/tasks.queries.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { storedTasks } from '#platform/shared/tasks.ts'
import type { Duties } from './roles.rules.ts'

/** All people who have a task, admins first. */
export function listStaff(db: Db): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(hasTasks)
    .orderBy(desc(users.role_id), asc(users.created_at), asc(users.id))
}

/** Locks the admins until the transaction ends. */
export function lockAdmins(tx: Db): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(eq(users.role_id, ROLE_ID.admin))
    .orderBy(asc(users.id))
    .for('update')
}

export async function writeTasks(tx: Db, userId: string, { tasks, area }: Duties): Promise<void> {
  // A person with a task need not wait to be let in.
  const admission = tasks.length > 0 ? { waiting_since: null } : {}
  await tx
    .update(users)
    .set({ ...storedTasks(tasks), area, ...admission })
    .where(eq(users.id, userId))
}
