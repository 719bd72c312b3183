import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** The app that makes somebody's codes. `users.second_factor_since` says whether a login asks for them. */
export const second_factors = pgTable(
  'second_factors',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Base32; null until the first code was right. */
    secret: text(),
    /** Of another app, or the first one, whose code is still to come. */
    pending_secret: text(),
    pending_at: instant(),
    /** Of the newest code that was taken, in steps of 30 seconds since 1970: it and those before are refused. */
    last_step: bigint({ mode: 'number' }).notNull().default(0),
    created_at: now(),
  },
  (table) => [
    check(
      'second_factors_pending_check',
      sql`(${table.pending_secret} IS NULL) = (${table.pending_at} IS NULL)`,
    ),
  ],
)

/** Codes for when the app is not at hand: each works once and is deleted by it. */
export const second_factor_codes = pgTable(
  'second_factor_codes',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    code_hash: text().notNull(),
  },
  (table) => [index('second_factor_codes_user_id_idx').on(table.user_id, table.code_hash)],
)
