import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'
import { NOTIFICATION_KINDS } from '#platform/shared/notification-kinds.ts'

/** What somebody is to be told: in the next digest, or on their devices. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    delivery: text({ enum: ['digest', 'push'] }).notNull(),
    /** What the mail would say, as it waits in the queue of mails, but without any secret. */
    content: jsonb().$type<{ template: string }>().notNull(),
    /** Where in the web app it is seen. */
    path: text().notNull(),
    /** On a device, what comes later under the same tag takes the place of what is there. */
    tag: text(),
    created_at: now(),
    /** When it went into a digest. */
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

/** A browser that takes pushes for an account. */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** It ends with the session in which it was switched on. */
    session_id: uuid()
      .notNull()
      .references(() => tokens.id, { onDelete: 'cascade' }),
    /** Whoever knows it and the two keys can write to the browser. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    created_at: now(),
    /** When its push service last took a push for it, which does not say that the browser got it. */
    last_ok_at: instant(),
    /** The service has taken pushes since, and the browser has not said that one arrived. */
    unanswered_since: instant(),
    /** It has given no sign of life for an hour since then: nobody counts on it until it does. */
    silent_at: instant(),
  },
  (table) => [
    index('push_subscriptions_session_id_idx').on(table.session_id),
    index('push_subscriptions_user_id_idx').on(table.user_id),
  ],
)
