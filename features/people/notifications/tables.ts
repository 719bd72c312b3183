import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { NOTIFICATION_KINDS } from '#platform/shared/notification-kinds.ts'

/** Notifications for a user: for the next digest, or for their devices. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    delivery: text({ enum: ['digest', 'push'] }).notNull(),
    /** Content of the mail as in the mail queue, but without secrets. */
    content: jsonb().$type<{ template: string }>().notNull(),
    /** Page of the web app that shows it. */
    path: text().notNull(),
    /** On a device, a later notification with the same tag replaces this one. */
    tag: text(),
    created_at: now(),
    /** When it was put into a digest. */
    gathered_at: instant(),
  },
  (table) => [
    oneOf(table.delivery),
    oneOf(table.kind),
    index('notices_user_id_idx').on(table.user_id),
    index('notices_waiting_idx')
      .on(table.created_at)
      .where(sql`(${table.delivery} = 'digest') AND (${table.gathered_at} IS NULL)`),
  ],
)

/** A browser that receives pushes for an account. */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Ends with the session in which it was switched on. */
    session_id: uuid()
      .notNull()
      .references(() => tokens.id, { onDelete: 'cascade' }),
    /** Together with the two keys, it lets anyone push to the browser. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    created_at: now(),
    /** When its push service last accepted a push. It does not prove that the browser got it. */
    last_ok_at: instant(),
    /** Since then the service has accepted pushes, but the browser has reported no arrival. */
    unanswered_since: instant(),
    /** The browser gave no sign of life for an hour. It does not count as reachable until it does. */
    silent_at: instant(),
  },
  (table) => [
    index('push_subscriptions_session_id_idx').on(table.session_id),
    index('push_subscriptions_user_id_idx').on(table.user_id),
  ],
)

/** Mails besides notifications that a user has switched on or off; written with the first change. */
export const mail_choices = pgTable(
  'mail_choices',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    announcement_mails: boolean().notNull(),
    /** Whether to send the neighbourhood mail; null if the user has not been asked or has not answered. */
    neighbourhood_mails: boolean(),
    /** Whether it comes each week instead of each month. */
    neighbourhood_weekly: boolean().notNull().default(false),
    /** Whether to remind the user by mail before a membership ends. */
    membership_reminders: boolean().notNull(),
  },
  (table) => [
    index('mail_choices_neighbourhood_idx')
      .on(table.user_id)
      .where(sql`${table.neighbourhood_mails}`),
  ],
)

export type MailChoices = Omit<typeof mail_choices.$inferSelect, 'user_id'>
