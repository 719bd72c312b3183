import { is, SQL, StringChunk } from 'drizzle-orm'
import { PgColumn, PgDialect, PgTable } from 'drizzle-orm/pg-core'

/** The ORM's internals for SELECT and RETURNING, which its types do not include. */
interface Selecting {
  buildSelection(fields: { field: unknown }[], options?: { isSingleTable?: boolean }): SQL<unknown>
}

/**
 * In a query on a single table, the ORM writes columns in selected SQL without their table. In a subquery that name
 * refers to a column of the subquery's own table, if it has one: `orders.id` silently becomes another table's `id`.
 * Conditions (`where`) are not affected. This makes such SQL throw.
 */
export function refuseAmbiguousColumns(): void {
  const dialect = PgDialect.prototype as unknown as Selecting
  const { buildSelection } = dialect
  dialect.buildSelection = function (fields, options) {
    for (const { field } of options?.isSingleTable ? fields : []) {
      const query = is(field, SQL.Aliased) ? field.sql : field
      if (!is(query, SQL)) continue
      const text = query.queryChunks.flatMap((chunk) => (is(chunk, StringChunk) ? chunk.value : []))
      // A column of a table within the SQL itself is unambiguous.
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
