import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { collated, holds } from '#platform/server/db/text-search.ts'
import type { ProblemRow } from '../contract.admin.ts'
import type { ImportProblemCode, ProblemKind, RowProblem } from '../import-problems.ts'
import type { Rejects } from '../rejects.ts'
import { import_parts, import_problems, imports } from '../tables.ts'
import { chunks } from './imports.queries.ts'
import type { PlacedRow, RowStore } from './preparing.ts'

/** The rows of a file in the database, part by part. */
export class RowsInDatabase implements RowStore {
  readonly #db: Db
  readonly #importId: string
  readonly #goOn: () => void
  #next = 0

  /** @param goOn throws if this run must not write any more */
  constructor(db: Db, importId: string, goOn: () => void = () => {}) {
    this.#db = db
    this.#importId = importId
    this.#goOn = goOn
  }

  /** Deletes what an earlier run has kept. */
  async clear(): Promise<void> {
    await this.#db.delete(import_parts).where(eq(import_parts.import_id, this.#importId))
    this.#next = 0
  }

  async add(rows: PlacedRow[]): Promise<void> {
    this.#goOn()
    if (rows.length === 0) return
    const part = this.#next++
    await this.#db.insert(import_parts).values({ import_id: this.#importId, part, rows })
  }

  async *parts() {
    const numbers = await this.#db
      .select({ part: import_parts.part })
      .from(import_parts)
      .where(eq(import_parts.import_id, this.#importId))
      .orderBy(asc(import_parts.part))
    for (const { part } of numbers) {
      const [row] = await this.#db
        .select({ rows: import_parts.rows })
        .from(import_parts)
        .where(this.#isPart(part))
      if (row) yield { part, rows: row.rows as PlacedRow[] }
    }
  }

  async replace(part: number, rows: PlacedRow[]): Promise<void> {
    await this.#db.update(import_parts).set({ rows }).where(this.#isPart(part))
  }

  #isPart(part: number): SQL | undefined {
    return and(eq(import_parts.import_id, this.#importId), eq(import_parts.part, part))
  }
}

const isOf = (id: string, kind: ProblemKind) =>
  and(eq(import_problems.import_id, id), eq(import_problems.kind, kind))

/**
 * Replaces the stored problems of a file.
 * @param problems in the order of the file
 * @param recordByLine raw cells of the rows that are to be corrected
 */
export async function keepProblems(
  db: Db,
  id: string,
  kind: ProblemKind,
  problems: readonly RowProblem[],
  recordByLine: ReadonlyMap<number, string[]> | null,
): Promise<void> {
  await db.delete(import_problems).where(isOf(id, kind))
  let place = 0
  for (const part of chunks(problems)) {
    const rows = part.map(({ line, code, values }) => ({
      import_id: id,
      kind,
      place: place++,
      line,
      code,
      values,
      record: recordByLine && (recordByLine.get(line) ?? []),
    }))
    await db.insert(import_problems).values(rows)
  }
}

const columns = {
  line: import_problems.line,
  code: sql<ImportProblemCode>`${import_problems.code}`,
  values: import_problems.values,
  record: import_problems.record,
}

/** Problems of rows, in the order of the file. */
export const listProblems = (db: Db, id: string, kind: ProblemKind) =>
  db.select(columns).from(import_problems).where(isOf(id, kind)).orderBy(asc(import_problems.place))

export interface ProblemSearch {
  id: string
  kind: ProblemKind
  code?: string | undefined
  search: string
  page: number
  size: number
}

/** One page of the matching problem rows, and their total. */
export async function searchProblems(
  db: Db,
  { id, kind, code, search, page, size }: ProblemSearch,
): Promise<{ rows: ProblemRow[]; total: number }> {
  const text = search.trim()
  const isFound =
    text === ''
      ? undefined
      : or(
          /^\d{1,7}$/.test(text) ? eq(import_problems.line, Number(text)) : undefined,
          holds(collated(sql`${import_problems.values}::text`), text),
          holds(collated(sql`coalesce(${import_problems.record}::text, '')`), text),
        )
  const where = and(
    isOf(id, kind),
    code === undefined ? undefined : eq(import_problems.code, code),
    isFound,
  )
  const rows = await db
    .select(columns)
    .from(import_problems)
    .where(where)
    .orderBy(asc(import_problems.place))
    .limit(size)
    .offset((page - 1) * size)
  const [all] = await db.select({ total: count() }).from(import_problems).where(where)
  return { rows, total: all?.total ?? 0 }
}

/** The skipped rows of a file; null if there is no such import. */
export async function findRejects(db: Db, id: string): Promise<Rejects | null> {
  const [file] = await db.select({ header: imports.header }).from(imports).where(eq(imports.id, id))
  if (!file) return null
  const rows = await listProblems(db, id, 'rejections')
  return {
    header: file.header ?? [],
    rows: rows.map(({ record, ...problem }) => ({ ...problem, record: record ?? [] })),
  }
}
