import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { UserRow } from './tables.ts'

/**
 * What was left under an address without logging in: it belongs to whoever proved to own that
 * address, and until then to nobody.
 */
export function leftUnderAddress(email: PgColumn, user: UserRow): SQL {
  return user.email && user.email_confirmed_at
    ? sql`lower(${email}) = lower(${user.email})`
    : sql`false`
}
