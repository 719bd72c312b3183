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

/** Numbers are indexes of columns. */
type Shape = Map<string, Shape | number>

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

function shapeOf(fields: readonly Field[]): Shape {
  const shape: Shape = new Map()
  for (const [i, { path }] of fields.entries()) {
    let node = shape
    for (const name of path.slice(0, -1)) {
      const inner = node.get(name)
      const next: Shape = inner instanceof Map ? inner : new Map()
      node.set(name, next)
      node = next
    }
    node.set(path.at(-1) ?? '', i)
  }
  return shape
}

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

/**
 * A function that makes objects of rows as the ORM does, written once for a statement. The ORM looks at what each column
 * is again for each value of each row, and what it puts together name by name is slow to read as well.
 * @returns undefined for a statement that answers no rows
 */
export function rowMapperOf(statement: object): RowMapper | undefined {
  const { fields, joinsNotNullableMap } = statement as Mapped
  if (!fields) return undefined
  const decoders = fields.map(decoderOf)
  const codeOf = (part: Shape | number): string => {
    if (typeof part !== 'number')
      return `{ ${[...part].map(([name, inner]) => `${JSON.stringify(name)}: ${codeOf(inner)}`).join(', ')} }`
    const decoder = decoders[part]
    if (!decoder || isAsWanted(decoder)) return `row[${part}]`
    return `row[${part}] === null ? null : decoders[${part}].mapFromDriverValue(row[${part}])`
  }
  const parts = [...shapeOf(fields)].map(([name, part]) => {
    const absence =
      typeof part === 'number' ? null : tellsAbsence(name, fields, joinsNotNullableMap)
    const unlessAbsent = absence === null ? '' : `row[${absence}] === null ? null : `
    return `${JSON.stringify(name)}: ${unlessAbsent}${codeOf(part)}`
  })
  const source = `return (rows) => rows.map((row) => ({ ${parts.join(', ')} }))`
  // All of it is made of names in our code.
  return new Function('decoders', source)(decoders) as RowMapper
}
