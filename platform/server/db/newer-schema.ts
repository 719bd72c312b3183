import type { Database } from './client.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

const LAST_KNOWN = Math.max(...journal.entries.map(({ when }) => when))

/** How many migrations a newer version has carried out that this one does not know; none are undone. */
export async function countUnknownMigrations({ query }: Pick<Database, 'query'>): Promise<number> {
  const [row] = await query<{ count: number }>(
    'SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations WHERE created_at > $1',
    [LAST_KNOWN],
  )
  return row?.count ?? 0
}

export const newerSchema = (count: number) =>
  `A newer Letterlend has changed this database (${count} migrations that this version does not know): the version just before it works with them, an older one may not; to go back further, restore a backup from before the update.`
