import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** A value that is only known when the query is run. */
export type Value = string | number | boolean | Date | null | readonly (string | number)[]

/** What stands for the values while a query is put together: it goes where a value would. */
export type Asking<Values> = { [Name in keyof Values]: Placeholder<string, Values[Name]> }

/** A value, or what stands for it in SQL: for conditions that prepared queries share with others. */
export type InSql<T> = T | SQLWrapper

/** Whether what is in a column is in a list that is only known when the query is run. */
export const isOneOf = (column: SQLWrapper, list: SQLWrapper, type: 'uuid' | 'smallint'): SQL =>
  sql`${column} = ANY(${list}::${sql.raw(type)}[])`

/** A query of the ORM: `db.select()...`, or an insert, update or delete. */
interface Query<Answer> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Answer> }
}

type Statement<Answer> = ReturnType<Query<Answer>['prepare']>

/** What runs the statements of a database or of a transaction; in the ORM it is no part of the types. */
interface Session {
  /** Where they are sent to. */
  client: unknown
}

/** Which of several sets of conditions a query has: a word, or a word for each choice. */
type ShapeOf = string | Readonly<Record<string, string>>

const wordsOf = (shape: ShapeOf) => (typeof shape === 'string' ? [shape] : Object.values(shape))

/** In the form in which both drivers take it for every type of column. */
const written = (value: Value) => (value instanceof Date ? value.toISOString() : value)

/**
 * A prepared statement: a query that runs so often that putting its SQL together anew would cost more than
 * running it. It is put together once, for transactions as well, and PostgreSQL reads it once on each connection.
 *
 *     const findAccount = prepared('account', (db, { id }: Asking<{ id: string }>) =>
 *       db.select().from(users).where(eq(users.id, id)))
 *
 *     const [account] = await findAccount(db, { id })
 *
 * Its conditions are the same whatever the values are; where there are several sets of them, `shape` says
 * which, and there is a statement for each. Lists are compared by {@link isOneOf}.
 * @param name of the statement; another for each query
 */
export function prepared<
  Values extends { [Name in keyof Values]: Value },
  Answer,
  Shape extends ShapeOf,
>(
  name: string,
  query: (db: Db, values: Asking<Values>, shape: Shape) => Query<Answer>,
): (db: Db, values: Values, ...shape: string extends Shape ? [] : [Shape]) => Promise<Answer> {
  /** By driver, as each reads what comes back in its own way. */
  const statements = new Map<unknown, Map<string, Statement<Answer>>>()
  const placeholders = new Proxy({} as Asking<Values>, {
    get: (_target, property) => sql.placeholder(String(property)),
  })
  return (db, values, ...[shape = '' as Shape]) => {
    const { session } = db._
    const { client } = session as unknown as Session
    let ofDriver = statements.get(session.constructor)
    if (!ofDriver) {
      ofDriver = new Map()
      statements.set(session.constructor, ofDriver)
    }
    const fullName = [name, ...wordsOf(shape)].filter(Boolean).join('_')
    let statement = ofDriver.get(fullName)
    if (!statement) {
      // Kept without the connection that happened to be the first.
      statement = Object.assign(query(db, placeholders, shape).prepare(fullName), { client: null })
      ofDriver.set(fullName, statement)
    }
    const here: Statement<Answer> = Object.assign(Object.create(statement), { client })
    const all = Object.entries<Value>(values).map(([key, value]) => [key, written(value)])
    return here.execute(Object.fromEntries(all))
  }
}
