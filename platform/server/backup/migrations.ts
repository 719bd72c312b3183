import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Copying } from '../db/copying.ts'
import journal from '../db/migrations/meta/_journal.json' with { type: 'json' }
import { MIGRATIONS_FOLDER } from '../paths.ts'

/** What a database is called that had its migrations until `when`; undefined if this version knows none such. */
export const migrationNamed = (when: number): string | undefined =>
  journal.entries.find((entry) => entry.when === when)?.tag

export const newestMigration = (): number => Math.max(...journal.entries.map(({ when }) => when))

/**
 * Migrates within the transaction that is open: the library's own migrator begins and ends one by itself,
 * and a restore that fails must leave nothing. It finds what is written here as its own.
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
