import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { atMost, filled, id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { PasskeyTransport } from './contract.ts'

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The authenticator's id of the passkey, as base64url. */
    credential_id: text().notNull().unique(),
    /** COSE, base64url. */
    public_key: text().notNull(),
    /** Number of signatures; stays 0 for an authenticator without a counter. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** Transports to the authenticator: `internal`, `usb` ... */
    transports: jsonb().$type<PasskeyTransport[]>().notNull().default([]),
    name: text().notNull(),
    created_at: now(),
    last_used_at: instant(),
  },
  (table) => [
    check('passkeys_counter_check', sql`${table.counter} BETWEEN 0 AND 4294967295`),
    atMost(table.credential_id, 1400),
    filled(table.name, 60),
    index('passkeys_user_id_idx').on(table.user_id),
  ],
)

/** Challenges that an authenticator must sign; without a user for a login. */
export const passkey_challenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    expires_at: instant().notNull(),
  },
  (table) => [
    index('passkey_challenges_expires_at_idx').on(table.expires_at),
    index('passkey_challenges_user_id_idx').on(table.user_id),
  ],
)
