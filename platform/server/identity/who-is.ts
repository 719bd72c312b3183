import { sql } from 'drizzle-orm'
import { users } from './tables.ts'

/** An account's name and e-mail address, in the words of the index that finds it by a part of them. */
export const whoIs = sql`(${users.firstname} || ' ' || ${users.lastname} || ' ' || coalesce(${users.email}, ''))`
