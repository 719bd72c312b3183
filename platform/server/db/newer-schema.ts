import type { Database } from './client.ts'
import { DatabaseUnusableError } from './database-failures.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

const KNOWN = journal.entries.map(({ when }) => when)
const LAST_KNOWN = Math.max(...KNOWN)

/**
 * Whether a migration is older than the schema of 1.0.0, the first released version. That schema has the time of the
 * last migration before it, so a database with all of them is used as it is.
 */
export const isUnreleased = (when: number): boolean => when < Math.min(...KNOWN)

type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>

/** Runs before migrating. @throws {DatabaseUnusableError} for a database that lacks migrations from before 1.0.0 */
export async function checkLastMigration(query: Query): Promise<void> {
  const { rows: tables } = await query("SELECT to_regclass('drizzle.__drizzle_migrations') AS name")
  if (!tables[0]?.name) return
  const { rows } = await query(
    'SELECT max(created_at)::float8 AS last FROM drizzle.__drizzle_migrations',
  )
  const last = rows[0]?.last
  if (typeof last !== 'number' || !isUnreleased(last)) return
  throw new DatabaseUnusableError(
    'This database was created by a checkout before 1.0.0 and lacks its last migrations: start the last checkout before 1.0.0 on it once, or use another DATA_DIR or DATABASE_URL. Nothing in it was changed.',
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
