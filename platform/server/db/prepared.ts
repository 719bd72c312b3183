import {
  DrizzleQueryError,
  is,
  Param,
  Placeholder,
  type Query,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { RowAsker } from './asking.ts'
import type { Db } from './client.ts'
import { type RowStatement, rowStatement } from './named-query.ts'
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

/** What stays of a query, whatever its values are. */
interface Kept {
  statement: RowStatement
  /** Each of what its text calls $1, $2 ... */
  params: ((given: Given) => unknown)[]
  /** Undefined where it answers no rows. */
  makeRows: RowMapper | undefined
}

type Given = Readonly<Record<string, Value | undefined>>

/** Which of several sets of conditions a query has: a word, or a word for each choice. */
type ShapeOf = string | Readonly<Record<string, string>>

const wordsOf = (shape: ShapeOf) => (typeof shape === 'string' ? [shape] : Object.values(shape))

/**
 * The value of a name, in the form in which both drivers take an instant for every type of column. Throws where it was
 * left out, which no driver would tell from null.
 */
function writtenOf(given: Given, name: string): unknown {
  if (!(name in given)) throw new Error(`Unexpected missing value: ${name}`)
  const value = given[name]
  return value instanceof Date ? value.toISOString() : value
}

/** @param part what the ORM says of one value of a query: what stands for it, or the value itself */
function paramOf(part: unknown): (given: Given) => unknown {
  if (is(part, Placeholder)) return (given) => writtenOf(given, part.name)
  if (!is(part, Param) || !is(part.value, Placeholder)) return () => part
  const { name } = part.value
  return (given) => part.encoder.mapToDriverValue(writtenOf(given, name))
}

/** Puts a query together, with something that stands for each of the values. */
function keep<Answer>(
  names: readonly string[],
  query: (values: Record<string, Placeholder>) => Preparable<Answer>,
  name: string | undefined,
): Kept {
  const asking = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
  const statement = query(asking).prepare('')
  const { sql: text, params } = statement.getQuery()
  return {
    statement: rowStatement(text, name),
    params: params.map(paramOf),
    makeRows: rowMapperOf(statement as object),
  }
}

/** As the ORM wants to know it. */
interface OfAnswer<Answer> {
  execute: Answer
  all: unknown
  values: unknown
}

/** The client that the ORM has been given for this place. */
const clientOf = (db: Db) => (db._.session as unknown as { client: RowAsker }).client

/**
 * Runs it where `db` is: in its transaction, if it is one. What answers rows goes past the ORM, which looks at each value and
 * at what else it could do with a query each time.
 */
async function run<Answer>(
  db: Db,
  { statement, params, makeRows }: Kept,
  given: Given,
): Promise<Answer> {
  const { text, name } = statement
  const written = params.map((param) => param(given))
  if (!makeRows) {
    const query = { sql: text, params: written }
    return db._.session.prepareQuery<OfAnswer<Answer>>(query, undefined, name, false).execute()
  }
  const rows = await clientOf(db)
    .rows(statement, written)
    .catch((error: Error) => {
      throw new DrizzleQueryError(text, written, error)
    })
  return makeRows(rows) as Answer
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
      const names = Object.keys(values)
      kept = keep(names, (asking) => query(db, asking as Asking<Values>, shape), fullName)
      statements.set(fullName, kept)
    }
    return run(db, kept, values)
  }
}

/** The name of a statement that PostgreSQL does not keep: it reads it and plans it for the values at hand. */
const PLANNED_EACH_TIME = ''

/** Of one list. More sets of filters than these are seldom asked for. */
const MOST_SETS = 100

/**
 * A list with filters, of which any may be missing: its SQL is put together once for each set of values that are there,
 * and kept for those that were asked for lately. A value that is undefined is undefined in the query, too.
 *
 *     const findAccounts = listing(['most'], (db, { city, since, most }: Asking<{ city?: string; since?: Date; most: number }>) =>
 *       db.select().from(users)
 *         .where(and(city && eq(users.city, city), since && gt(users.created_at, since)))
 *         .limit(most))
 *
 * With a filter PostgreSQL plans it each time for the values at hand, since the best way depends on them: a list of what is
 * rare is found by another index than one of what is frequent. Without any it is kept as other statements are.
 * @param always the values that are no filters: which page, for whom, at which moment
 */
export function listing<
  Values extends { [Name in keyof Values]: Value | undefined },
  Answer,
  Shape extends ShapeOf,
>(
  always: readonly string[],
  query: (db: Db, values: Asking<Values>, shape: Shape) => Preparable<Answer>,
): (db: Db, values: Values, ...shape: string extends Shape ? [] : [Shape]) => Promise<Answer> {
  const sets = new LRUCache<string, Kept>({ max: MOST_SETS })
  return (db, values, ...[shape = '' as Shape]) => {
    const names = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined)
    const set = [...wordsOf(shape), ...names].join(' ')
    let kept = sets.get(set)
    if (!kept) {
      const isFiltered = names.some((name) => !always.includes(name))
      const name = isFiltered ? PLANNED_EACH_TIME : undefined
      kept = keep(names, (asking) => query(db, asking as Asking<Values>, shape), name)
      sets.set(set, kept)
    }
    return run(db, kept, values)
  }
}
