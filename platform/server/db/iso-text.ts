import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Formats an instant like `toISOString`, for JSON that the database builds. Parsing each text into a Date and
 * formatting it again would take longer than everything else in a long list of messages.
 */
export const isoText = (at: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
