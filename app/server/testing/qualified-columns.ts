import { is, SQL, StringChunk } from 'drizzle-orm'
import { PgColumn, PgDialect, PgTable } from 'drizzle-orm/pg-core'

/** What the ORM selects, and what it returns of rows that are written. Of the ORM's own, and not told by its types. */
interface Selecting {
  buildSelection(fields: { field: unknown }[], options?: { isSingleTable?: boolean }): SQL<unknown>
}

/**
 * Where one table alone is asked, the ORM names columns in selected SQL without their table. In a subquery that is the
 * column of the same name of the subquery's own table, if there is one: `orders.id` becomes an `id` of something else, no
 * error is told, and the answer is wrong. Conditions (`where`) name them with their table. From now on such SQL throws.
 */
export function refuseAmbiguousColumns(): void {
  const dialect = PgDialect.prototype as unknown as Selecting
  const { buildSelection } = dialect
  dialect.buildSelection = function (fields, options) {
    for (const { field } of options?.isSingleTable ? fields : []) {
      const query = is(field, SQL.Aliased) ? field.sql : field
      if (!is(query, SQL)) continue
      const text = query.queryChunks.flatMap((chunk) => (is(chunk, StringChunk) ? chunk.value : []))
      // A column of a table that the SQL itself asks is that one, with its table's name or without.
      const tables = query.queryChunks.filter((chunk) => is(chunk, PgTable))
      const isAmbiguous = query.queryChunks.some(
        (chunk) => is(chunk, PgColumn) && !tables.includes(chunk.table),
      )
      if (isAmbiguous && /\bselect\b/i.test(text.join(' ')))
        throw new Error(`A column without its table in a subquery: ${text.join('...')}`)
    }
    return buildSelection.call(this, fields, options)
  }
}
