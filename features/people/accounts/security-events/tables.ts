import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { atMost, descending, id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { SECURITY_EVENT_ACTORS, SECURITY_EVENT_KINDS, SECURITY_EVENT_WAYS } from './event-kinds.ts'

/** What happened to an account; without network addresses and without secrets. */
export const security_events = pgTable(
  'security_events',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of one that is counted: the last time. */
    at: now(),
    kind: text({ enum: SECURITY_EVENT_KINDS }).notNull(),
    way: text({ enum: SECURITY_EVENT_WAYS }),
    by: text({ enum: SECURITY_EVENT_ACTORS }).notNull(),
    /** Like `system`: names without versions, as a session has them. */
    browser: text(),
    system: text(),
    count: integer().notNull().default(1),
    /** Of what strangers can cause: the hour in which it is counted together. Null: it stands by itself. */
    hour: instant(),
  },
  (table) => [
    atMost(table.browser, 40),
    atMost(table.system, 40),
    oneOf(table.by),
    oneOf(table.kind),
    oneOf(table.way),
    index('security_events_at_idx').on(table.at),
    // Rows without an hour are never the same as another one.
    uniqueIndex('security_events_hour_key').on(table.user_id, table.kind, table.way, table.hour),
    index('security_events_user_id_idx').on(table.user_id, descending(table.at), table.id),
  ],
)
