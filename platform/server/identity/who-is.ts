import { sql } from 'drizzle-orm'
import { users } from './tables.ts'

/** An account's name and e-mail address, as the same expression that its trigram index uses. */
export const whoIs = sql`(${users.firstname} || ' ' || ${users.lastname} || ' ' || coalesce(${users.email}, ''))`
