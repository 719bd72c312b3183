import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { LOAN_SIDES } from '#features/lending/conversations/transactions/loan-steps.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { filled, instant, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

/** A thank-you of each side after the return. */
export const transaction_thanks = pgTable(
  'transaction_thanks',
  {
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    /** The side that says thank you. */
    side: text({ enum: LOAN_SIDES }).notNull(),
    by_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    to_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    text: text(),
    /** Everyone can read it at the letterbox of the person who was thanked. */
    shown: boolean().notNull(),
    /** It will be shown once a moderator has approved it; until then only the two sides can read it. */
    held_at: instant(),
    /** The person who was thanked has hidden it. */
    hidden: boolean().notNull().default(false),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transaction_id, table.side] }),
    oneOf(table.side),
    filled(table.text, 300),
    check('transaction_thanks_held_check', sql`${table.held_at} IS NULL OR NOT ${table.shown}`),
    index('transaction_thanks_by_id_idx').on(table.by_id),
    index('transaction_thanks_held_idx').on(table.held_at).where(sql`${table.held_at} IS NOT NULL`),
    index('transaction_thanks_to_id_idx').on(table.to_id, table.created_at),
  ],
)
