import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { atMost, id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

export const household_invitations = pgTable(
  'household_invitations',
  {
    id: id(),
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    token_hash: text().notNull().unique(),
    invited_by: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: now(),
    expires_at: instant().notNull(),
  },
  (table) => [
    atMost(table.email, 254),
    uniqueIndex('household_invitations_email_key').on(
      table.letterbox_id,
      sql`lower(${table.email})`,
    ),
    index('household_invitations_expires_at_idx').on(table.expires_at),
    index('household_invitations_invited_by_idx').on(table.invited_by),
  ],
)
