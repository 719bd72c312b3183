import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PEOPLES_COLLATION } from './columns.ts'

/** What is typed has no wildcards, and is composed (NFC) as what is stored. */
const asPart = {
  mapToDriverValue: (part: string) => `%${part.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`,
}

const collation = sql.raw(`COLLATE "${PEOPLES_COLLATION}"`)

/** Text that is no column of its own, such as that of JSON, compared as people's texts are. */
export const collated = (text: SQLWrapper): SQL => sql`(${text} ${collation})`

/**
 * Somewhere in a text, whatever the capitals. Of three letters and more it is found by an index of the same
 * text: `USING gin (lower(text) gin_trgm_ops)`.
 */
export const holds = (text: SQLWrapper, part: string): SQL =>
  sql`lower(${text}) LIKE lower(${sql.param(part, asPart)}::text ${collation})`
