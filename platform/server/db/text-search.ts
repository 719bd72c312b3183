import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PEOPLES_COLLATION } from './columns.ts'

/** Escapes wildcards and normalises to NFC, like stored text. */
const asPart = {
  mapToDriverValue: (part: string) => `%${part.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`,
}

const collation = sql.raw(`COLLATE "${PEOPLES_COLLATION}"`)

/** Applies the collation of people's texts to an expression that is not a column, such as one from JSON. */
export const collated = (text: SQLWrapper): SQL => sql`(${text} ${collation})`

/**
 * Case-insensitive substring search. From three letters on it uses a trigram index on the same expression: `USING gin
 * (lower(text) gin_trgm_ops)`.
 */
export const holds = (text: SQLWrapper, part: string): SQL =>
  sql`lower(${text}) LIKE lower(${sql.param(part, asPart)}::text ${collation})`
