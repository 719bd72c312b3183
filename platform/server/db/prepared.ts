import { is, type Placeholder, type Query, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import type { Db } from './client.ts'
import { type RowMapper, rowMapperOf } from './row-mapping.ts'

/** A value that is only known when the query is run. */
export type Value = string | number | boolean | Date | null | readonly (string | number)[]

/** What stands for the values while a query is put together: it goes where a value would. */
export type Asking<Values> = {
  [Name in keyof Values]: undefined extends Values[Name]
    ? Placeholder<string, Exclude<Values[Name], undefined>> | undefined
    : Placeholder<string, Values[Name]>
}

/** A value, or what stands for it in SQL: for conditions that prepared queries share with others. */
export type InSql<T> = T | SQLWrapper

/** Whether what is in a column is in a list that is only known when the query is run. */
export const isOneOf = (column: SQLWrapper, list: SQLWrapper, type: 'uuid' | 'smallint'): SQL =>
  sql`${column} = ANY(${list}::${sql.raw(type)}[])`

/** A query of the ORM: `db.select()...`, or an insert, update or delete. */
export interface Preparable<Answer> {
  prepare(name: string): { getQuery(): Query; execute(): Promise<Answer> }
}

type Session = Db['_']['session']

/** A query as the ORM runs it in one place. */
interface Statement {
  execute(values: Record<string, unknown>): Promise<unknown>
}

/** What stays of a query, whatever its values are. */
interface Kept {
  /** Of its values. */
  names: readonly string[]
  query: Query
  makeRows: RowMapper | undefined
  /** Outside of transactions, of which each is a place of its own. */
  statement: { session: Session; of: Statement } | null
}

/** Which of several sets of conditions a query has: a word, or a word for each choice. */
type ShapeOf = string | Readonly<Record<string, string>>

const wordsOf = (shape: ShapeOf) => (typeof shape === 'string' ? [shape] : Object.values(shape))

/** Puts a query together, with something that stands for each of the values. */
function keep<Answer>(
  names: readonly string[],
  query: (values: Record<string, Placeholder>) => Preparable<Answer>,
): Kept {
  const values = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
  const statement = query(values).prepare('')
  return {
    names,
    query: statement.getQuery(),
    makeRows: rowMapperOf(statement as object),
    statement: null,
  }
}

/** @param name under which PostgreSQL keeps the statement as well; empty: it reads it each time */
function statementOf(db: Db, kept: Kept, name: string): Statement {
  const { session } = db._
  if (kept.statement?.session === session) return kept.statement.of
  const { query, makeRows } = kept
  const of: Statement = session.prepareQuery<{ execute: unknown; all: unknown; values: unknown }>(
    query,
    undefined,
    name,
    makeRows !== undefined,
    makeRows,
  )
  if (!is(db, PgTransaction)) kept.statement = { session, of }
  return of
}

/** Runs it where `db` is: in its transaction, if it is one. */
function run<Answer>(
  db: Db,
  kept: Kept,
  name: string,
  values: Record<string, Value | undefined>,
): Promise<Answer> {
  const written: Record<string, unknown> = { ...values }
  for (const each of kept.names) {
    const value = values[each]
    // The form in which both drivers take an instant for every type of column.
    if (value instanceof Date) written[each] = value.toISOString()
  }
  return statementOf(db, kept, name).execute(written) as Promise<Answer>
}

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
  query: (db: Db, values: Asking<Values>, shape: Shape) => Preparable<Answer>,
): (db: Db, values: Values, ...shape: string extends Shape ? [] : [Shape]) => Promise<Answer> {
  const statements = new Map<string, Kept>()
  return (db, values, ...[shape = '' as Shape]) => {
    const fullName = shape === '' ? name : [name, ...wordsOf(shape)].filter(Boolean).join('_')
    let kept = statements.get(fullName)
    if (!kept) {
      kept = keep(Object.keys(values), (asking) => query(db, asking as Asking<Values>, shape))
      statements.set(fullName, kept)
    }
    return run(db, kept, fullName, values)
  }
}

/** Of one list. More sets of filters than these are seldom asked for. */
const MOST_SETS = 100

/**
 * A list with filters, of which any may be missing: its SQL is put together once for each set of values that are there,
 * and kept for those that were asked for lately. A value that is undefined is undefined in the query, too.
 *
 *     const findAccounts = listing((db, { city, since }: Asking<{ city?: string; since?: Date }>) =>
 *       db.select().from(users)
 *         .where(and(city && eq(users.city, city), since && gt(users.created_at, since))))
 *
 * PostgreSQL plans it each time for the values at hand, since the best way depends on them: a list of what is rare
 * is found by another index than one of what is frequent.
 */
export function listing<
  Values extends { [Name in keyof Values]: Value | undefined },
  Answer,
  Shape extends ShapeOf,
>(
  query: (db: Db, values: Asking<Values>, shape: Shape) => Preparable<Answer>,
): (db: Db, values: Values, ...shape: string extends Shape ? [] : [Shape]) => Promise<Answer> {
  const sets = new LRUCache<string, Kept>({ max: MOST_SETS })
  return (db, values, ...[shape = '' as Shape]) => {
    const names = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined)
    const set = [...wordsOf(shape), ...names].join(' ')
    let kept = sets.get(set)
    if (!kept) {
      kept = keep(names, (asking) => query(db, asking as Asking<Values>, shape))
      sets.set(set, kept)
    }
    return run(db, kept, '', values)
  }
}
