import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { atMost, id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/**
 * Former addresses of an account. For some days, a mailed link together with the former password
 * undoes the change.
 */
export const former_emails = pgTable(
  'former_emails',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    token_hash: text().notNull().unique(),
    /**
     * Hash of the password that the account had before it changed, possibly together with the
     * address.
     */
    password_hash: text().notNull(),
    /** When the new address replaced it. */
    replaced_at: now(),
  },
  (table) => [
    atMost(table.email, 254),
    index('former_emails_replaced_at_idx').on(table.replaced_at),
    index('former_emails_user_id_idx').on(table.user_id),
  ],
)

/**
 * The password before a recent change by a logged-in user. A stranger who takes over an account
 * changes the password first, and only the owner knows the former one. It no longer logs in.
 */
export const former_passwords = pgTable('former_passwords', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  password_hash: text().notNull(),
  replaced_at: instant().notNull(),
})
