import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Somewhere in a text, whatever the capitals; what is typed has no wildcards. */
export const holds = (text: SQLWrapper, part: string): SQL =>
  sql`position(lower(${part}::text) IN lower(${text})) > 0`
