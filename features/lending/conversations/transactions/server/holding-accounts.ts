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
 * Locks accounts against deletion until the database transaction ends, and returns those that exist. The order of
 * ids is the one in which deleting a household locks them: another order could deadlock.
 */
export async function holdAccounts(
  db: Db,
  ids: string[],
): Promise<Map<string, { created_at: Date }>> {
  const rows = await lockAccounts(db, { ids })
  return new Map(rows.map((account) => [account.id, account]))
}
