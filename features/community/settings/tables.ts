import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** The newest version of a key is in force; null: the default. */
export const setting_versions = pgTable(
  'setting_versions',
  {
    key: text().notNull(),
    version: integer().notNull(),
    value: jsonb(),
    saved_at: now(),
    saved_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.version] }),
    check('setting_versions_version_check', sql`${table.version} > 0`),
    index('setting_versions_saved_by_idx').on(table.saved_by),
  ],
)

/** Uploaded logos. Those a brand has used stay, so that an earlier version can be restored. */
export const brand_logos = pgTable(
  'brand_logos',
  {
    /** Hash of the content. */
    hash: text().primaryKey(),
    content: bytes().notNull(),
    /** False until a brand uses it. Unused logos are deleted after a day. */
    kept: boolean().notNull().default(false),
    created_at: instant().notNull(),
  },
  (table) => [check('brand_logos_hash_check', sql`${table.hash} ~ '^[0-9a-f]{32}$'`)],
)
