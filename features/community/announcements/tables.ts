import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { atMost, collatedText, filled, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ANNOUNCEMENT_AUDIENCES } from './contract.admin.ts'

export const announcements = pgTable(
  'announcements',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 3 }),
    title: collatedText(),
    title_de: collatedText(),
    title_fr: collatedText(),
    content: text(),
    content_de: text(),
    content_fr: text(),
    closeable: boolean().notNull().default(true),
    /** JSON: a list of buttons. */
    actions: text().notNull().default('[]'),
    /** Channels: on the page, by mail, on devices. */
    on_page: boolean().notNull().default(true),
    by_mail: boolean().notNull().default(false),
    by_push: boolean().notNull().default(false),
    /** Published and not retired. `visible_from` and `visible_until` limit when it is shown. */
    active: boolean().notNull().default(true),
    audience: text({ enum: ANNOUNCEMENT_AUDIENCES }).notNull().default('all'),
    /** Centre of the region and its radius in metres; null for other audiences. */
    region_latitude: doublePrecision(),
    region_longitude: doublePrecision(),
    region_radius: integer(),
    visible_from: instant(),
    visible_until: instant(),
    retired_at: instant(),
    /** Size of the audience at publication. */
    reach: integer(),
    /** When and by whom automatic sending at the start time was planned; null: not planned. */
    send_planned_at: instant(),
    send_planned_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** When it was sent automatically, or turned out to be too late. Nothing happens automatically afterwards. */
    send_plan_done_at: instant(),
    /** Increases with each change of text, audience or state. */
    version: integer().notNull().default(0),
    created_at: now(),
    updated_at: now(),
  },
  (table) => [
    atMost(table.actions, 4000),
    oneOf(table.audience),
    check('announcements_check', sql`${table.visible_until} > ${table.visible_from}`),
    filled(table.content, 10000),
    atMost(table.content_de, 10000),
    atMost(table.content_fr, 10000),
    check(
      'announcements_region',
      sql`(${table.audience} = 'region') = ((${table.region_latitude} IS NOT NULL) AND ${table.region_longitude} IS NOT NULL AND ${table.region_radius} IS NOT NULL)`,
    ),
    check(
      'announcements_ways_check',
      sql`${table.on_page} OR ${table.by_mail} OR ${table.by_push}`,
    ),
    check(
      'announcements_whole_check',
      sql`(${table.title} <> '' AND ${table.content} <> '') IS TRUE OR (${table.title_de} <> '' AND ${table.content_de} <> '') IS TRUE OR (${table.title_fr} <> '' AND ${table.content_fr} <> '') IS TRUE`,
    ),
    check('announcements_region_radius_check', sql`${table.region_radius} > 0`),
    filled(table.title, 200),
    atMost(table.title_de, 200),
    atMost(table.title_fr, 200),
    index('announcements_active_idx').on(table.id).where(sql`${table.active}`),
    index('announcements_send_planned_idx')
      .on(table.visible_from)
      .where(sql`${table.send_planned_at} IS NOT NULL AND ${table.send_plan_done_at} IS NULL`),
    index('announcements_send_planned_by_idx').on(table.send_planned_by),
  ],
)

export type AnnouncementRow = typeof announcements.$inferSelect

/** Who has seen which announcement, and the answer. */
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
