import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Copying } from '../db/copying.ts'
import journal from '../db/migrations/meta/_journal.json' with { type: 'json' }
import { MIGRATIONS_FOLDER } from '../paths.ts'

/** The name of the migration with this timestamp; undefined if this version does not have it. */
export const migrationNamed = (when: number): string | undefined =>
  journal.entries.find((entry) => entry.when === when)?.tag

export const newestMigration = (): number => Math.max(...journal.entries.map(({ when }) => when))

/**
 * Applies migrations within the open transaction. Drizzle's migrator opens a transaction of its own, but a failed
 * restore must roll back completely. The journal rows have Drizzle's format.
 */
export async function migrateWithin(
  { query, script }: Copying,
  { after, until }: { after: number; until: number },
): Promise<void> {
  await script(
    `CREATE SCHEMA IF NOT EXISTS drizzle;
     CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations
       (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  )
  for (const migration of readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })) {
    const { folderMillis, hash } = migration
    if (folderMillis <= after || folderMillis > until) continue
    for (const statement of migration.sql) await script(statement)
    await query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}
