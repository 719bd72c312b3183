import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'

/** Jobs from a backup or a move, until the next start puts them into the queue. */
export const waiting_jobs = pgTable('waiting_jobs', {
  id: uuid().primaryKey(),
  queue: text().notNull(),
  data: jsonb().$type<object>().notNull(),
  start_after: instant().notNull(),
})
