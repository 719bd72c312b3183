import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Somewhere in a text, whatever the capitals; what is typed has no wildcards. Of three letters and more
 * it is found by an index of the same text: `USING gin (lower(text) gin_trgm_ops)`.
 */
export const holds = (text: SQLWrapper, part: string): SQL =>
  sql`lower(${text}) LIKE lower(${`%${part.replace(/[\\%_]/g, '\\$&')}%`}::text)`
