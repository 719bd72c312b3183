import { asc, inArray } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'

const lockAccounts = (db: Db, { ids }: { ids: string[] }) =>
  db
    .select({ id: users.id, created_at: users.created_at })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(asc(users.id))
    .for('key share')

/**
 * Keeps accounts from being deleted until the database transaction ends, and returns those that
 * exist. They are locked in the order of their ids, as the deletion of a household locks them:
 * another order could end in a deadlock.
 */
export async function holdAccounts(
  db: Db,
  ids: string[],
): Promise<Map<string, { created_at: Date }>> {
  const rows = await lockAccounts(db, { ids })
  return new Map(rows.map((account) => [account.id, account]))
}
