import type { Database } from './client.ts'
import { DatabaseUnusableError } from './database-failures.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

const KNOWN = journal.entries.map(({ when }) => when)
const LAST_KNOWN = Math.max(...KNOWN)

/** Whether a migration is older than the first one of 0.1.0, the first released version. */
export const isUnreleased = (when: number): boolean => when < Math.min(...KNOWN)

type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>

/** Runs before migrating. @throws {DatabaseUnusableError} for a database that was created before 0.1.0 */
export async function checkBeginnings(query: Query): Promise<void> {
  const { rows: tables } = await query("SELECT to_regclass('drizzle.__drizzle_migrations') AS name")
  if (!tables[0]?.name) return
  const { rows } = await query(
    'SELECT min(created_at)::float8 AS first FROM drizzle.__drizzle_migrations',
  )
  const first = rows[0]?.first
  if (typeof first !== 'number' || !isUnreleased(first)) return
  throw new DatabaseUnusableError(
    'This database was created by a version before 0.1.0, which was never released and cannot be updated: start with another DATA_DIR or DATABASE_URL. Nothing in it was changed.',
  )
}

/** Number of migrations that a newer version has applied and this one does not know. They are not rolled back. */
export async function countUnknownMigrations({ query }: Pick<Database, 'query'>): Promise<number> {
  const [row] = await query<{ count: number }>(
    'SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations WHERE created_at > $1',
    [LAST_KNOWN],
  )
  return row?.count ?? 0
}

export const newerSchema = (count: number) =>
  `A newer Letterlend has changed this database (${count} migrations that this version does not know): the version just before it works with them, an older one may not; to go back further, restore a backup from before the update.`
