import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * An instant as `toISOString` writes it, for JSON that the database puts together: making a Date of each text that is
 * there, and a text of it again, takes longer than all else about a long list of messages.
 */
export const isoText = (at: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
