import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, now } from '../db/columns.ts'

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
