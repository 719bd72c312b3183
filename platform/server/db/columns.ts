import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import {
  check,
  customType,
  type ExtraConfigColumn,
  type PgColumn,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/** ICU's collation for all languages, available in both PostgreSQL and the embedded database. */
export const PEOPLES_COLLATION = 'und-x-icu'

/** A random primary key. */
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`)
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const now = () => instant().notNull().defaultNow()

/** Bytes of a file. The embedded database and PostgreSQL return different types. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

/**
 * Text that people read, search and sort: names, addresses, words. It uses Unicode collation whatever the database's
 * own, so "ärni" finds Ärni and Ä sorts before Z everywhere, including the embedded database.
 */
export const collatedText = customType<{ data: string }>({
  dataType: () => `text COLLATE "${PEOPLES_COLLATION}"`,
})

const checkOf = (column: PgColumn, condition: SQL) =>
  check(`${getTableName(column.table)}_${column.name}_check`, condition)

/** A check that allows only the values that the column is declared with. */
export function oneOf(column: PgColumn) {
  // Columns in a table's extra config do not carry their enum values, so look up the declared column.
  const declared = Object.values(getTableColumns(column.table)).find(
    ({ name }) => name === column.name,
  )
  const values = declared?.enumValues
  if (!values?.length) throw new Error(`${column.name} is declared without a list of values.`)
  return checkOf(
    column,
    sql`${column} IN (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`,
  )
}

/** Text of at most `most` characters. */
export const atMost = (column: PgColumn, most: number) =>
  checkOf(column, sql`char_length(${column}) <= ${sql.raw(String(most))}`)

/** Text of at least one character and at most `most`. */
export const filled = (column: PgColumn, most: number) =>
  checkOf(column, sql`char_length(${column}) BETWEEN 1 AND ${sql.raw(String(most))}`)

/** In an index: descending, NULLs first, to match `ORDER BY ... DESC`. */
export const descending = (column: ExtraConfigColumn) => column.desc().nullsFirst()
