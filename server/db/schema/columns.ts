import { sql } from 'drizzle-orm'
import { timestamp, uuid } from 'drizzle-orm/pg-core'

/** A random primary key. */
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`)
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const now = () => instant().notNull().defaultNow()
