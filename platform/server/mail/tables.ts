import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { MAIL_OUTCOMES } from '#platform/shared/mail-outcomes.ts'
import { id, now, oneOf } from '../db/columns.ts'

/** Mails that wait to be sent; what one is, only the mail queue knows. */
export const queued_mails = pgTable(
  'queued_mails',
  {
    id: id(),
    recipient: text().notNull(),
    mail: jsonb().$type<object>().notNull(),
    created_at: now(),
    /** Before it, nobody waits for it. */
    due_at: now(),
  },
  (table) => [index('queued_mails_due_at').on(table.due_at)],
)

/** Mails of the demo, shown at /dev/mail; unused where SMTP is configured. */
export const local_mails = pgTable('local_mails', {
  id: id(),
  recipient: text().notNull(),
  subject: text().notNull(),
  html: text().notNull(),
  text: text().notNull(),
  attachments: jsonb()
    .$type<{ filename: string; contentType: string; base64: string }[]>()
    .notNull()
    .default([]),
  created_at: now(),
})

/**
 * Addresses of accounts that a mail server has refused for good. Nothing is sent there but what its owner asks for; a
 * server that takes it ends this.
 */
export const refused_addresses = pgTable('refused_addresses', {
  /** In small letters. */
  address: text().primaryKey(),
  /** What the server said: see mail-refusal.rules.ts. */
  code: text().notNull(),
  refused_at: now(),
})

/** What became of a mail, without its words: for whoever helps somebody that gets none. Forgotten after two weeks. */
export const mail_outcomes = pgTable(
  'mail_outcomes',
  {
    /** Of the mail. */
    id: uuid().primaryKey(),
    /** In small letters. */
    address: text().notNull(),
    /** What it was about: a kind of notification, or null for what is about the account or an order. */
    kind: text(),
    outcome: text({ enum: MAIL_OUTCOMES }).notNull(),
    /** What the server said as it refused. */
    code: text(),
    at: now(),
  },
  (table) => [
    oneOf(table.outcome),
    index('mail_outcomes_address_idx').on(table.address, table.at),
    index('mail_outcomes_at_idx').on(table.at),
  ],
)
