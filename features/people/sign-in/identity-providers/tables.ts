import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { atMost, filled, id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { SINGLE_TASKS, type SingleTask } from '#platform/shared/tasks.ts'

const tasks = () =>
  text({ enum: [...SINGLE_TASKS] as [SingleTask, ...SingleTask[]] })
    .array()
    .notNull()
    .default(sql`'{}'::text[]`)

/** Accounts of identity providers that log in to one of ours. */
export const linked_accounts = pgTable(
  'linked_accounts',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Key of the provider in the settings. Issuer and subject identify the person. */
    provider: text().notNull(),
    issuer: text().notNull(),
    /** The provider's permanent id of the account; contains no name and no address. */
    subject: text().notNull(),
    /** An address or name by which the owner recognises the account. */
    label: text().notNull(),
    /** The provider's changed address, offered to the owner, who has not answered yet. */
    new_email: text(),
    /** Whether the provider has verified it, so that it needs no confirmation mail. */
    new_email_verified: boolean().notNull().default(false),
    /** Tasks that this linked account has brought, and may take away again. */
    tasks: tasks(),
    created_at: now(),
    last_used_at: instant(),
  },
  (table) => [
    unique('linked_accounts_identity_key').on(table.issuer, table.subject),
    unique('linked_accounts_of_user_key').on(table.user_id, table.issuer),
    filled(table.provider, 30),
    filled(table.issuer, 1000),
    filled(table.subject, 255),
    atMost(table.label, 254),
    atMost(table.new_email, 254),
  ],
)

/** Users who were sent to a provider and have not returned; expires after ten minutes. */
export const provider_logins = pgTable(
  'provider_logins',
  {
    /** Hash of the state that the provider returns. */
    state_hash: text().primaryKey(),
    /** Hash of the secret of the browser that began the login. */
    browser_hash: text().notNull(),
    provider: text().notNull(),
    /** The account to link; null for a login. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    nonce: text().notNull(),
    code_verifier: text().notNull(),
    /** Path of the app to return to. */
    return_path: text(),
    expires_at: instant().notNull(),
  },
  (table) => [
    index('provider_logins_expires_at_idx').on(table.expires_at),
    index('provider_logins_user_id_idx').on(table.user_id),
  ],
)

/** Identities without an account here, kept an hour for logging in or registering. */
export const proved_identities = pgTable(
  'proved_identities',
  {
    /** Hash of the browser's secret. Each browser has one row, its latest. */
    browser_hash: text().primaryKey(),
    provider: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    label: text().notNull(),
    email: text(),
    email_verified: boolean().notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    /** Tasks that the provider's roles map to. */
    tasks: tasks(),
    return_path: text(),
    expires_at: instant().notNull(),
  },
  (table) => [index('proved_identities_expires_at_idx').on(table.expires_at)],
)
