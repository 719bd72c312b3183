import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { atMost, id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** Addresses that an account had until lately: for some days a link of a mail to it, with the password of then, undoes the change. */
export const former_emails = pgTable(
  'former_emails',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    token_hash: text().notNull().unique(),
    /** Of the password that the account had before it was changed, be it together with the address. */
    password_hash: text().notNull(),
    /** When another address took its place. */
    replaced_at: now(),
  },
  (table) => [
    atMost(table.email, 254),
    index('former_emails_replaced_at_idx').on(table.replaced_at),
    index('former_emails_user_id_idx').on(table.user_id),
  ],
)

/**
 * The password that an account had before somebody logged in changed it lately, once or several times: who has taken an
 * account over changes it first, and its owner knows the one of before alone. It logs in no more.
 */
export const former_passwords = pgTable('former_passwords', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  password_hash: text().notNull(),
  replaced_at: instant().notNull(),
})
