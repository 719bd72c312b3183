import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { MAIL_OUTCOMES } from '#platform/shared/mail-outcomes.ts'
import { MAILING_STATES, RECIPIENT_STATES } from '#platform/shared/mailings.ts'
import { descending, id, instant, now, oneOf } from '../db/columns.ts'
import { users } from '../identity/tables.ts'

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

/**
 * Addresses of accounts whose mailbox takes nothing at the moment, since it is full or disabled: mails wait, longer each
 * time. After two weeks it is a refused address.
 */
export const paused_addresses = pgTable('paused_addresses', {
  /** In small letters. */
  address: text().primaryKey(),
  /** What the server said. */
  code: text().notNull(),
  since: instant().notNull(),
  tries: integer().notNull(),
  /** Nothing is tried before. */
  until: instant().notNull(),
  /** When a server took a mail since; it may still come back. */
  taken_at: instant(),
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

/**
 * What mails said that can be replied to, as long as they can: by it a reply's quotation is told from what its writer
 * wrote. Their links are left out, since they log in.
 */
export const answerable_mails = pgTable(
  'answerable_mails',
  {
    /** Of the mail. */
    id: uuid().primaryKey(),
    /** To whom it went. */
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What a reply to it is about. */
    about: uuid().notNull(),
    subject: text().notNull(),
    /** Its plain text below the words that mail programs show in their lists. */
    text: text().notNull(),
    sent_at: now(),
  },
  (table) => [
    index('answerable_mails_about_idx').on(table.about, table.user_id, descending(table.sent_at)),
    index('answerable_mails_user_id_idx').on(table.user_id),
    index('answerable_mails_sent_at_idx').on(table.sent_at),
  ],
)

/** One thing that many people are told: an announcement, or the neighbourhood mail of a month. */
export const mailings = pgTable(
  'mailings',
  {
    id: id(),
    /** Which noun sends it, and by which way: what it registered under. */
    kind: text().notNull(),
    /** Which one of that kind; each is sent once. */
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

/** Who is told, once each: written when it begins, and settled one by one. */
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
    /** Its mail in the queue, and after it was sent, in `mail_outcomes`; or the notice that is pushed. */
    mail: uuid(),
    /** When it went into the queue: the pace is counted by it. */
    handed_at: instant(),
    /** When this person switched such mails off, having got this one last. */
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
