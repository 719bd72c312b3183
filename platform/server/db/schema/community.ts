import {
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { ANNOUNCEMENT_AUDIENCES } from '#features/announcements/contract.admin.ts'
import { FEEDBACK_TYPES } from '#features/general-feedbacks/contract.ts'
import { INBOX_OUTCOMES } from '#features/inboxes/contract.ts'
import { REPORT_TYPES, type ReportTypeName } from '#features/reports/contract.ts'
import { users } from './accounts.ts'
import { bytes, id, instant, now } from './columns.ts'
import { letterboxes } from './letterboxes.ts'

export const announcements = pgTable('announcements', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 3 }),
  title: text().notNull(),
  title_de: text(),
  title_fr: text(),
  content: text().notNull(),
  content_de: text(),
  content_fr: text(),
  closeable: boolean().notNull().default(true),
  /** JSON: a list of buttons. */
  actions: text().notNull().default('[]'),
  /** Published and not retired; when it is shown then, `visible_from` and `visible_until` say. */
  active: boolean().notNull().default(true),
  audience: text({ enum: ANNOUNCEMENT_AUDIENCES }).notNull().default('all'),
  /** The middle of a region, and metres around it; null for the other audiences. */
  region_latitude: doublePrecision(),
  region_longitude: doublePrecision(),
  region_radius: integer(),
  visible_from: instant(),
  visible_until: instant(),
  retired_at: instant(),
  /** How many people it was for when it was published. */
  reach: integer(),
  /** Counted up by each change of its text, audience or state. */
  version: integer().notNull().default(0),
  created_at: now(),
  updated_at: now(),
})

export type AnnouncementRow = typeof announcements.$inferSelect

/** Who has seen which announcement, and the answer given. */
export const announcement_views = pgTable(
  'announcement_views',
  {
    announcement_id: integer()
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    answer: boolean(),
    seen_at: now(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.announcement_id] })],
)

export const reports = pgTable('reports', {
  id: id(),
  letterbox_id: uuid()
    .notNull()
    .references(() => letterboxes.id, { onDelete: 'cascade' }),
  /** Null for a visitor. */
  user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
  type: text({ enum: REPORT_TYPES.map(({ name }) => name) as [ReportTypeName] }).notNull(),
  title: text().notNull(),
  message: text().notNull().default(''),
  email: text().notNull(),
  lang: text({ enum: ['de', 'en', 'fr'] }).notNull(),
  created_at: now(),
  handled_at: instant(),
  /** Who has taken it. */
  assignee_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  /** Counts the changes. */
  version: integer().notNull().default(0),
  /** Of the staff, for the staff. */
  staff_note: text().notNull().default(''),
  handled_by: uuid(),
  outcome: text({ enum: INBOX_OUTCOMES }),
  /** How often the same person reported the same letterbox again. */
  repeats: integer().notNull().default(0),
})

export const general_feedbacks = pgTable('general_feedbacks', {
  id: id(),
  user_id: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  type: text({ enum: FEEDBACK_TYPES }).notNull(),
  content: text().notNull(),
  created_at: now(),
  handled_at: instant(),
  /** Who has taken it. */
  assignee_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  /** Counts the changes. */
  version: integer().notNull().default(0),
  /** Of the staff, for the staff. */
  staff_note: text().notNull().default(''),
  handled_by: uuid(),
  outcome: text({ enum: INBOX_OUTCOMES }),
})

/** What was answered by mail to a report or to feedback. */
export const staff_answers = pgTable('staff_answers', {
  id: id(),
  report_id: uuid().references(() => reports.id, { onDelete: 'cascade' }),
  feedback_id: uuid().references(() => general_feedbacks.id, { onDelete: 'cascade' }),
  author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  text: text().notNull(),
  /** Chosen by the client: the same press answers once. */
  request_id: uuid().notNull(),
  created_at: instant().notNull(),
})

/** What the server keeps for itself; what a community sets is in {@link setting_versions}. */
export const community_settings = pgTable('community_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

/** The newest version of a key holds; null: what holds where nothing is set. */
export const setting_versions = pgTable(
  'setting_versions',
  {
    key: text().notNull(),
    version: integer().notNull(),
    value: jsonb(),
    saved_at: now(),
    saved_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [primaryKey({ columns: [table.key, table.version] })],
)

/** Logos that were uploaded; those that a brand had stay, so that an earlier version can be set again. */
export const brand_logos = pgTable('brand_logos', {
  /** Of the content. */
  hash: text().primaryKey(),
  content: bytes().notNull(),
  /** False until a brand has it: such a one is forgotten. */
  kept: boolean().notNull().default(false),
  created_at: instant().notNull(),
})

/** Mails that wait to be sent; what one is, only the mail queue knows. */
export const queued_mails = pgTable('queued_mails', {
  id: id(),
  recipient: text().notNull(),
  mail: jsonb().$type<object>().notNull(),
  created_at: now(),
  /** Before it, nobody waits for it. */
  due_at: now(),
})

/** Jobs that came with a backup or a move, until the next start puts them into the queue. */
export const waiting_jobs = pgTable('waiting_jobs', {
  id: uuid().primaryKey(),
  queue: text().notNull(),
  data: jsonb().$type<object>().notNull(),
  start_after: instant().notNull(),
})

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

export const geocoding_cache = pgTable('geocoding_cache', {
  key: text().primaryKey(),
  result: jsonb().notNull(),
  created_at: now(),
})
