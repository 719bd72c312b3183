import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { atMost, descending, id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { SECURITY_EVENT_ACTORS, SECURITY_EVENT_KINDS, SECURITY_EVENT_WAYS } from './event-kinds.ts'

/** What happened to an account. Contains no network addresses and no secrets. */
export const security_events = pgTable(
  'security_events',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** For counted events, the last time. */
    at: now(),
    kind: text({ enum: SECURITY_EVENT_KINDS }).notNull(),
    way: text({ enum: SECURITY_EVENT_WAYS }),
    by: text({ enum: SECURITY_EVENT_ACTORS }).notNull(),
    /** Like `system`: a name without version, as in a session. */
    browser: text(),
    system: text(),
    count: integer().notNull().default(1),
    /**
     * Hour in which events that strangers can cause are counted together. Null for an event that
     * stands alone.
     */
    hour: instant(),
  },
  (table) => [
    atMost(table.browser, 40),
    atMost(table.system, 40),
    oneOf(table.by),
    oneOf(table.kind),
    oneOf(table.way),
    index('security_events_at_idx').on(table.at),
    // Rows without an hour never conflict with each other.
    uniqueIndex('security_events_hour_key').on(table.user_id, table.kind, table.way, table.hour),
    index('security_events_user_id_idx').on(table.user_id, descending(table.at), table.id),
  ],
)
