import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** Links of the mails that ask whether the stickers are still true, or whether the owner still lends. */
export const upkeep_tokens = pgTable(
  'upkeep_tokens',
  {
    id: id(),
    token_hash: text().notNull().unique(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: now(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (table) => [index('upkeep_tokens_user_id_idx').on(table.user_id)],
)
