import {
  Column,
  type DriverValueDecoder,
  getTableName,
  is,
  noopDecoder,
  SQL,
  Subquery,
} from 'drizzle-orm'

type Decoder = DriverValueDecoder<unknown, unknown>
type Rows = readonly (readonly unknown[])[]

/** A column of an answer, and where its value stands in the object that is made of a row. */
interface Field {
  path: readonly string[]
  field: Column | SQL | SQL.Aliased | Subquery
}

/** Makes objects of the rows of an answer. */
export type RowMapper = (rows: Rows) => unknown[]

/** What a prepared statement of the ORM keeps to itself; the version is pinned, and a test compares what both make. */
interface Mapped {
  fields?: readonly Field[]
  /** Of each joined table, whether every row has one of it. */
  joinsNotNullableMap?: Readonly<Record<string, boolean>>
}

/**
 * An object that grows name by name is ready sooner than one that is copied, until V8 makes a dictionary of it: four properties
 * are within it and twelve beside it. Source: kFastPropertiesSoftLimit, and a loop with objects of twelve forms.
 */
const MOST_GROWN_NAMES = 16

/** An object that is made of some of the columns. */
interface Part {
  /** The object with nothing in it yet, of which copies are filled; null where one grows name by name. */
  empty: Readonly<Record<string, null>> | null
  values: { name: string; column: number; decoder: Decoder | null }[]
  parts: { name: string; part: Part; absence: number | null }[]
}

function decoderOf({ field }: Field): Decoder {
  if (is(field, Column)) return field
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder
  const { sql } = is(field, Subquery) ? field._ : field
  return (sql as unknown as { decoder: Decoder }).decoder
}

/** Most values are in the answer as they are wanted. */
const isAsWanted = ({ mapFromDriverValue }: Decoder) =>
  mapFromDriverValue === noopDecoder.mapFromDriverValue ||
  mapFromDriverValue === Column.prototype.mapFromDriverValue

/**
 * Where a joined table had no row, in place of an object there is null: the ORM tells it by the first of the columns,
 * and only of objects whose columns are all of one table.
 * @returns the index of that column; null for what is always an object
 */
function tellsAbsence(
  name: string,
  fields: readonly Field[],
  joins: Mapped['joinsNotNullableMap'],
): number | null {
  const isOfObject = ({ path, field }: Field) =>
    path.length === 2 && path[0] === name && is(field, Column)
  const tables = fields.filter(isOfObject).map(({ field }) => getTableName((field as Column).table))
  const [table] = tables
  const isJoined = joins !== undefined && table !== undefined && !joins[table]
  return isJoined && tables.every((each) => each === table) ? fields.findIndex(isOfObject) : null
}

/** @param depth how many names of their paths lead to the object */
function partOf(columns: readonly number[], depth: number, statement: Mapped): Part {
  const { fields = [], joinsNotNullableMap } = statement
  const byName = new Map<string, number[]>()
  for (const column of columns) {
    const name = fields[column]?.path[depth] ?? ''
    byName.set(name, [...(byName.get(name) ?? []), column])
  }
  const names = Object.fromEntries([...byName.keys()].map((name) => [name, null]))
  // Made of JSON it has the form in which objects are read fastest, however many names there are.
  const empty = byName.size > MOST_GROWN_NAMES ? JSON.parse(JSON.stringify(names)) : null
  const part: Part = { empty, values: [], parts: [] }
  for (const [name, ofName] of byName) {
    const [column = 0] = ofName
    const field = fields[column]
    if (field?.path.length === depth + 1) {
      const decoder = decoderOf(field)
      part.values.push({ name, column, decoder: isAsWanted(decoder) ? null : decoder })
    } else {
      const absence = depth === 0 ? tellsAbsence(name, fields, joinsNotNullableMap) : null
      part.parts.push({ name, part: partOf(ofName, depth + 1, statement), absence })
    }
  }
  return part
}

function fill({ empty, values, parts }: Part, row: readonly unknown[]): object {
  const object: Record<string, unknown> = empty ? { ...empty } : {}
  for (const { name, column, decoder } of values) {
    const value = row[column]
    object[name] = decoder === null || value === null ? value : decoder.mapFromDriverValue(value)
  }
  for (const { name, part, absence } of parts) {
    object[name] = absence !== null && row[absence] === null ? null : fill(part, row)
  }
  return object
}

/**
 * A function that makes objects of rows as the ORM does, but knows its columns: the ORM looks at what each one is again
 * for each value of each row, and what it puts together name by name is slow to read as well.
 * @returns undefined for a statement that answers no rows
 */
export function rowMapperOf(statement: Mapped): RowMapper | undefined {
  if (!statement.fields) return undefined
  const part = partOf([...statement.fields.keys()], 0, statement)
  return (rows) => rows.map((row) => fill(part, row))
}
