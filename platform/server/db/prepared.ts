import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** A value that is only known when the query runs. */
export type Value = string | number | boolean | Date | null | readonly (string | number)[]

/** Placeholders for the values of a prepared query. */
export type Asking<Values> = { [Name in keyof Values]: Placeholder<string, Values[Name]> }

/** A value, or a placeholder for it: for conditions that prepared queries share with others. */
export type InSql<T> = T | SQLWrapper

/** Whether a column is in a list. The list is one parameter, so the statement is the same for any length. */
export const isOneOf = (
  column: SQLWrapper,
  list: InSql<readonly (string | number)[]>,
  type: 'uuid' | 'smallint',
): SQL => {
  const values = 'getSQL' in list ? list : sql.param(list)
  return sql`${column} = ANY(${values}::${sql.raw(type)}[])`
}

/** A query of Drizzle before it runs: `db.select()...`. */
export interface Preparable<Answer> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Answer> }
}

type ShapeOf = string | Readonly<Record<string, string>>

/**
 * A prepared statement for a hot query, with Drizzle's `.prepare()`: the SQL is built once per database, and PostgreSQL
 * caches the plan under the name. Within a transaction it is built again, since Drizzle binds a prepared query to its
 * connection.
 *
 *     const findAccount = prepared('account', (db, { id }: Asking<{ id: string }>) =>
 *       db.select().from(users).where(eq(users.id, id)))
 *
 *     const [account] = await findAccount(db, { id })
 *
 * @param name of the statement, globally unique
 * @param query gets a placeholder for each value. A query whose conditions vary has a `shape`: one or several words
 * that name the conditions it has; each shape is a statement of its own
 */
export function prepared<
  Values extends { [Name in keyof Values]: Value },
  Answer,
  Shape extends ShapeOf,
>(
  name: string,
  query: (db: Db, values: Asking<Values>, shape: Shape) => Preparable<Answer>,
): (db: Db, values: Values, ...shape: string extends Shape ? [] : [Shape]) => Promise<Answer> {
  const statements = new WeakMap<Db, Map<string, ReturnType<Preparable<Answer>['prepare']>>>()
  return (db, values, ...[shape = '' as Shape]) => {
    const ofDb = statements.get(db) ?? new Map()
    statements.set(db, ofDb)
    const words = typeof shape === 'string' ? [shape] : Object.values(shape)
    const fullName = [name, ...words].filter(Boolean).join('_')
    let statement = ofDb.get(fullName)
    if (!statement) {
      const names = Object.keys(values)
      const placeholders = Object.fromEntries(names.map((each) => [each, sql.placeholder(each)]))
      statement = query(db, placeholders as Asking<Values>, shape).prepare(fullName)
      ofDb.set(fullName, statement)
    }
    return statement.execute(values)
  }
}
