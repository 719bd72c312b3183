import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { atMost, filled, id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { SINGLE_TASKS, type SingleTask } from '#platform/shared/tasks.ts'

/** Some of the tasks that an account can have one by one. */
const tasks = () =>
  text({ enum: [...SINGLE_TASKS] as [SingleTask, ...SingleTask[]] })
    .array()
    .notNull()
    .default(sql`'{}'::text[]`)

/** Accounts elsewhere that log in to one of ours. */
export const linked_accounts = pgTable(
  'linked_accounts',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the settings name the provider; whom it means is said by issuer and subject. */
    provider: text().notNull(),
    issuer: text().notNull(),
    /** What the provider calls the account for ever: no name and no address. */
    subject: text().notNull(),
    /** What its owner knows it by: an address or a name. */
    label: text().notNull(),
    /** The address that the provider has lately said instead of the one before: offered to the owner, who has not answered. */
    new_email: text(),
    /** Whether the provider vouches for it, so that no mail has to confirm it. */
    new_email_verified: boolean().notNull().default(false),
    /** What this account elsewhere has brought of tasks, and may take away again. */
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

/** Who was sent to a provider and has not come back: for ten minutes. */
export const provider_logins = pgTable(
  'provider_logins',
  {
    /** Hash of what the provider hands back. */
    state_hash: text().primaryKey(),
    /** Hash of the secret of the browser that began. */
    browser_hash: text().notNull(),
    provider: text().notNull(),
    /** Whose account is to be linked; null for a login. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    nonce: text().notNull(),
    code_verifier: text().notNull(),
    /** Where to go afterwards, a path of the app. */
    return_path: text(),
    expires_at: instant().notNull(),
  },
  (table) => [
    index('provider_logins_expires_at_idx').on(table.expires_at),
    index('provider_logins_user_id_idx').on(table.user_id),
  ],
)

/** Who came back from a provider and is no account of ours yet: an hour for logging in or registering. */
export const proved_identities = pgTable(
  'proved_identities',
  {
    /** Hash of the secret of the browser: each has one, the last. */
    browser_hash: text().primaryKey(),
    provider: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    label: text().notNull(),
    email: text(),
    email_verified: boolean().notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    /** What the roles at the provider stand for. */
    tasks: tasks(),
    return_path: text(),
    expires_at: instant().notNull(),
  },
  (table) => [index('proved_identities_expires_at_idx').on(table.expires_at)],
)
