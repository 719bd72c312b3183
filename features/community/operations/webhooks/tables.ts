import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { atMost, descending, id, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { DELIVERY_FAILURES, DELIVERY_STATES, WEBHOOK_EVENTS } from './webhook-events.ts'

const LISTED = sql.raw(WEBHOOK_EVENTS.map((event) => `'${event}'`).join(', '))

/** Addresses that are told of events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    url: text().notNull(),
    /** `whsec_` and the key with which requests are signed, base64. The server has to read it. */
    secret: text().notNull(),
    /** The secret before, with which requests are signed as well until `previous_until`. */
    previous_secret: text(),
    previous_until: instant(),
    events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
    created_at: now(),
    /** The first of the failed attempts since the last success. */
    failing_since: instant(),
    /** Null: it is on. */
    off_since: instant(),
  },
  (table) => [
    atMost(table.url, 500),
    check('webhooks_events_check', sql`${table.events} <@ ARRAY[${LISTED}]`),
  ],
)

/** One event for one webhook: the log, and what is still to be sent. Contains ids only. */
export const webhook_deliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhook_id: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text({ enum: WEBHOOK_EVENTS }).notNull(),
    data: jsonb().$type<Record<string, string>>().notNull(),
    created_at: now(),
    state: text({ enum: DELIVERY_STATES }).notNull().default('waiting'),
    tries: integer().notNull().default(0),
    tried_at: instant(),
    /** Status and failure of the last attempt. */
    status: smallint(),
    failure: text({ enum: DELIVERY_FAILURES }),
  },
  (table) => [
    oneOf(table.event),
    oneOf(table.failure),
    oneOf(table.state),
    index('webhook_deliveries_created_at_idx').on(table.created_at),
    index('webhook_deliveries_webhook_id_idx').on(
      table.webhook_id,
      descending(table.created_at),
      table.id,
    ),
    index('webhook_deliveries_waiting_idx')
      .on(table.webhook_id)
      .where(sql`${table.state} = 'waiting'`),
  ],
)
