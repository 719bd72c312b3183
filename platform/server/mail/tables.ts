import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { MAIL_OUTCOMES } from '#platform/shared/mail-outcomes.ts'
import { MAILING_STATES, RECIPIENT_STATES } from '#platform/shared/mailings.ts'
import { descending, id, instant, now, oneOf } from '../db/columns.ts'
import { users } from '../identity/tables.ts'

/** Pending mails. Only the mail queue knows their format. */
export const queued_mails = pgTable(
  'queued_mails',
  {
    id: id(),
    recipient: text().notNull(),
    mail: jsonb().$type<object>().notNull(),
    created_at: now(),
    /** When to send it; for a postponed mail, the time of the next attempt. */
    due_at: now(),
  },
  (table) => [index('queued_mails_due_at').on(table.due_at)],
)

/** Mails shown at /dev/mail, for the demo; unused if SMTP is configured. */
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
 * Addresses of accounts that a mail server has rejected permanently. Only mails that the owner requests are sent there;
 * when a server accepts one, the row is deleted.
 */
export const refused_addresses = pgTable('refused_addresses', {
  /** In lower case. */
  address: text().primaryKey(),
  /** The server's code, see mail-refusal.rules.ts. */
  code: text().notNull(),
  refused_at: now(),
})

/**
 * Addresses of accounts whose mailbox is full or disabled: mails wait, longer each time. After two weeks the address
 * counts as refused.
 */
export const paused_addresses = pgTable('paused_addresses', {
  /** In lower case. */
  address: text().primaryKey(),
  /** The server's code. */
  code: text().notNull(),
  since: instant().notNull(),
  tries: integer().notNull(),
  /** No attempt is made before this time. */
  until: instant().notNull(),
  /** When a server accepted a mail since; it may still bounce. */
  taken_at: instant(),
})

/** Outcomes of mails, without their texts, for helping users who do not get mails. Deleted after two weeks. */
export const mail_outcomes = pgTable(
  'mail_outcomes',
  {
    id: uuid().primaryKey(),
    /** In lower case. */
    address: text().notNull(),
    /** The kind of notification; null for mails about the account or an order. */
    kind: text(),
    outcome: text({ enum: MAIL_OUTCOMES }).notNull(),
    /** The server's code, if it rejected the mail. */
    code: text(),
    at: now(),
  },
  (table) => [
    oneOf(table.outcome),
    index('mail_outcomes_address_idx').on(table.address, table.at),
    index('mail_outcomes_at_idx').on(table.at),
  ],
)

/**
 * Texts of mails that can be replied to, for as long as they can: they separate a reply's quotation from its author's
 * own words. Links are removed, since they log in.
 */
export const answerable_mails = pgTable(
  'answerable_mails',
  {
    id: uuid().primaryKey(),
    /** The receiver. */
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Id of the object that a reply belongs to. */
    about: uuid().notNull(),
    subject: text().notNull(),
    /** Its plain text without the preview. */
    text: text().notNull(),
    sent_at: now(),
  },
  (table) => [
    index('answerable_mails_about_idx').on(table.about, table.user_id, descending(table.sent_at)),
    index('answerable_mails_user_id_idx').on(table.user_id),
    index('answerable_mails_sent_at_idx').on(table.sent_at),
  ],
)

/** One message to many people: an announcement, or the neighbourhood mail of a month. */
export const mailings = pgTable(
  'mailings',
  {
    id: id(),
    /** The registered kind, which determines the feature and the way of sending. */
    kind: text().notNull(),
    /** Which mailing of that kind; each is sent once. */
    subject: text().notNull(),
    state: text({ enum: MAILING_STATES }).notNull().default('running'),
    created_at: now(),
  },
  (table) => [
    oneOf(table.state),
    unique('mailings_kind_subject_key').on(table.kind, table.subject),
    index('mailings_running_idx').on(table.created_at).where(sql`${table.state} = 'running'`),
  ],
)

/** The recipients, one row each: inserted at the start and settled one by one. */
export const mailing_recipients = pgTable(
  'mailing_recipients',
  {
    mailing_id: uuid()
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: RECIPIENT_STATES }).notNull().default('waiting'),
    /** Id of the mail, in the queue or in `mail_outcomes`; or of the notice that is pushed. */
    mail: uuid(),
    /** When it was handed over; the pace is based on it. */
    handed_at: instant(),
    /** When the recipient unsubscribed, if this was the last mail they got. */
    left_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.mailing_id, table.user_id] }),
    oneOf(table.state),
    index('mailing_recipients_waiting_idx')
      .on(table.mailing_id, table.user_id)
      .where(sql`${table.state} = 'waiting'`),
    index('mailing_recipients_handed_at_idx')
      .on(table.handed_at)
      .where(sql`${table.mail} IS NOT NULL`),
    index('mailing_recipients_mail_idx').on(table.mail).where(sql`${table.mail} IS NOT NULL`),
    index('mailing_recipients_user_id_idx').on(table.user_id),
  ],
)
