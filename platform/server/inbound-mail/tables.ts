import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, now, oneOf } from '../db/columns.ts'

/** What became of a received mail. */
export const RECEIVED = ['taken', 'automatic', 'held', 'refused', 'bounce', 'dropped'] as const
export type Outcome = (typeof RECEIVED)[number]

/**
 * Mails that were received, so that none is taken twice: by their Message-ID and the address they went to. It holds no
 * address and not a word of them.
 */
export const received_mails = pgTable(
  'received_mails',
  {
    /** Hash of both. */
    key: text().primaryKey(),
    outcome: text({ enum: RECEIVED }).notNull(),
    /** Hash of the address that was told that its mail was not taken: nobody is told so without end. */
    told: text(),
    received_at: now(),
  },
  (table) => [
    oneOf(table.outcome),
    index('received_mails_received_at_idx').on(table.received_at),
    index('received_mails_told_idx').on(table.told, table.received_at),
  ],
)

/** How the mailbox that is read is doing: one row, or none where none was read yet. */
export const inbound_mailbox = pgTable('inbound_mailbox', {
  /** Always true: there is one row. */
  one: boolean().primaryKey().default(true),
  read_at: instant(),
  /** Since when it could not be read; null while it can. */
  failing_since: instant(),
})
