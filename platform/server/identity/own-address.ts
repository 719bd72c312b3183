import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { UserRow } from './tables.ts'

/**
 * Rows that were left under an address without logging in. They belong to the user who has confirmed that address, and
 * to no one before.
 */
export function leftUnderAddress(email: PgColumn, user: UserRow): SQL {
  return user.email && user.email_confirmed_at
    ? sql`lower(${email}) = lower(${user.email})`
    : sql`false`
}
