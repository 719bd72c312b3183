import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, now, oneOf } from '../db/columns.ts'

/** Outcomes of a received mail. */
export const RECEIVED = ['taken', 'automatic', 'held', 'refused', 'bounce', 'dropped'] as const
export type Outcome = (typeof RECEIVED)[number]

/**
 * Received mails, by Message-ID and recipient address, so that none is handled twice. Contains no address and no text.
 */
export const received_mails = pgTable(
  'received_mails',
  {
    /** Hash of Message-ID and address. */
    key: text().primaryKey(),
    outcome: text({ enum: RECEIVED }).notNull(),
    /** Hash of the address that was notified of a rejection; limits how often it is. */
    told: text(),
    received_at: now(),
  },
  (table) => [
    oneOf(table.outcome),
    index('received_mails_received_at_idx').on(table.received_at),
    index('received_mails_told_idx').on(table.told, table.received_at),
  ],
)

/** State of the polled mailbox: one row, or none if no mailbox was polled yet. */
export const inbound_mailbox = pgTable('inbound_mailbox', {
  /** Always true: there is one row. */
  one: boolean().primaryKey().default(true),
  read_at: instant(),
  /** Since when reading has failed; null while it works. */
  failing_since: instant(),
})
