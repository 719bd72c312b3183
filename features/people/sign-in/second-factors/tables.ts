import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/**
 * The authenticator app of an account. `users.second_factor_since` says whether logins require its
 * codes.
 */
export const second_factors = pgTable(
  'second_factors',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Base32; null until the first code was right. */
    secret: text(),
    /** Secret of an authenticator app that is being set up and has not been confirmed by a code. */
    pending_secret: text(),
    pending_at: instant(),
    /**
     * Step of the newest accepted code, in units of 30 seconds since 1970. It and earlier ones are
     * rejected.
     */
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

/** Recovery codes, for when the app is not at hand. Each works once and is then deleted. */
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
