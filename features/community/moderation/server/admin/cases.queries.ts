import {
  and,
  asc,
  desc,
  eq,
  isNotNull,
  isNull,
  not,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { readingsOf } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, type Preparable, prepared } from '#platform/server/db/prepared.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Area } from '#platform/shared/areas.ts'
import { may } from '#platform/shared/task-matrix.ts'
import type { CaseKind } from '../../case-kinds.ts'
import {
  type CaseCounts,
  type CaseDetail,
  type CaseRow,
  type CaseState,
  EXCERPT_LENGTH,
} from '../../contract.admin.ts'
import { cases, staff_answers } from '../../tables.ts'

export type StoredCase = typeof cases.$inferSelect

export const assignee = alias(users, 'assignee')
const handler = alias(users, 'handler')
const nameOf = (user: { firstname: SQLWrapper; lastname: SQLWrapper }) =>
  sql<string | null>`trim(${user.firstname} || ' ' || ${user.lastname})`
/** The member of the staff who has taken a case. The query has to join {@link assignee}. */
export const assigneeColumns = { id: assignee.id, name: sql<string>`${nameOf(assignee)}` }

const personOf = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name }

/** Condition for the cases of a kind. The kind is part of the text, so that PostgreSQL plans for its rows. */
export const isOfKind = (kind: CaseKind): SQL => sql`${cases.kind} = ${sql.raw(`'${kind}'`)}`

/** Must match the expression of the index. */
export const searchedText = sql`${cases.title} || ' ' || ${cases.text}`

/** Columns of a row. The query has to join {@link assignee}. Many reports have only a title. */
export const rowColumns = {
  id: cases.id,
  version: cases.version,
  created_at: cases.created_at,
  handled_at: cases.handled_at,
  outcome: cases.outcome,
  assignee: assigneeColumns,
  answered: sql<number>`(SELECT count(*)::int FROM ${staff_answers} WHERE ${staff_answers.case_id} = ${cases.id})`,
  excerpt: sql<string>`left(split_part(CASE WHEN ${cases.text} = '' THEN ${cases.title} ELSE ${cases.text} END, E'\\n', 1), ${sql.raw(`${EXCERPT_LENGTH}`)})`,
}

interface StoredRow {
  id: string
  version: number
  created_at: Date
  handled_at: Date | null
  outcome: StoredCase['outcome']
  assignee: { id: string; name: string } | null
  answered: number
  excerpt: string
}

export const presentRow = (row: StoredRow): CaseRow => ({
  id: row.id,
  version: row.version,
  // Reports of letterboxes and feedback have no other outcomes.
  outcome: row.outcome as CaseRow['outcome'],
  answered: row.answered,
  excerpt: row.excerpt,
  created_at: row.created_at.toISOString(),
  handled_at: row.handled_at?.toISOString() ?? null,
  status: row.handled_at ? 'settled' : row.assignee ? 'in_progress' : 'open',
  assignee: row.assignee,
})

/** Condition for the cases of a kind in a state, written as in the partial indexes. */
function inState(kind: CaseKind, state: CaseState, viewerId: InSql<string>): SQL | undefined {
  const { handled_at, assignee_id } = cases
  if (state === 'all') return isOfKind(kind)
  if (state === 'settled') return and(isOfKind(kind), isNotNull(handled_at))
  const isTheirs = state === 'mine' ? eq(assignee_id, viewerId) : undefined
  return and(isOfKind(kind), isNull(handled_at), isTheirs)
}

export const isOpen = (kind: CaseKind) => and(isOfKind(kind), isNull(cases.handled_at))

/** Count of the open cases of a kind, as a column of a query. */
export const countOpen = (kind: CaseKind) =>
  sql<number>`(SELECT count(*)::int FROM ${cases} WHERE ${isOpen(kind)})`

/** Order of a list: longest waiting first; settled ones by latest settlement, all by newest. */
function inOrder(state: CaseState): SQL[] {
  const { id, created_at, handled_at } = cases
  if (state === 'all') return [desc(created_at), desc(id)]
  return state === 'settled' ? [desc(handled_at), desc(id)] : [asc(created_at), asc(id)]
}

interface CasePage {
  state: CaseState
  page: number
  size: number
}

/** The parts specific to a kind. `Filter` holds the search; undefined values do not filter. */
interface CaseQueries<Filter, Row> {
  isMatch?(filter: Filter): SQL | undefined
  /** Cases hidden from some viewers. They are few, so all are counted with an index and these are subtracted. */
  hiddenFrom?(viewerId: InSql<string>): SQL
  /** Condition: the case is in the viewer's area. Missing if people with an area do not see the list. */
  isInArea?(viewer: { area: Area | null }): SQL | undefined
  /** Reads the rows of the page. The ids come from an index, so that other columns are read for these rows alone. */
  read(db: Db, isOnPage: SQL, order: SQL[]): Preparable<Row[]> & PromiseLike<Row[]>
}

/** Whether the viewer sees all rows or some are hidden. */
type Sees = 'all' | 'some'

interface Span {
  size: number | Placeholder
  skipped: number | Placeholder
}

/** The viewer, and whether some rows are hidden from them. */
interface CaseViewer {
  id: string
  area: Area | null
  seesAll: boolean
}

/** Creates a function that returns one page of a kind, the number of matches, and the count of each state. */
export function caseListing<Filter extends object, Row>(
  kind: CaseKind,
  { isMatch, hiddenFrom, isInArea, read }: CaseQueries<Filter, Row>,
) {
  const shownTo = (state: CaseState, viewerId: InSql<string>, sees: Sees): SQL | undefined => {
    const except = sees === 'all' ? undefined : hiddenFrom?.(viewerId)
    return and(inState(kind, state, viewerId), except && not(except))
  }

  function pageOf(db: Db, where: SQL | undefined, state: CaseState, { size, skipped }: Span) {
    const idsOfPage = db
      .select({ id: cases.id })
      .from(cases)
      .where(where)
      .orderBy(...inOrder(state))
      .limit(size)
      .offset(skipped)
    return read(db, sql`${cases.id} = ANY(ARRAY(${idsOfPage}))`, inOrder(state))
  }

  /** The most frequent case: no filter. */
  const selectPage = prepared(
    `page_of_${kind}s`,
    (
      db,
      { viewerId, ...span }: Asking<{ viewerId: string; size: number; skipped: number }>,
      { state, sees }: Readonly<{ state: CaseState; sees: Sees }>,
    ) => pageOf(db, shownTo(state, viewerId, sees), state, span),
  )

  function statesOf(db: Db, viewerId: InSql<string>, sees: Sees, within?: SQL) {
    const except = sees === 'all' ? undefined : hiddenFrom?.(viewerId)
    const countAll = (state: 'open' | 'mine' | 'settled', also?: SQL) =>
      sql`(SELECT count(*)::int FROM ${cases} WHERE ${and(inState(kind, state, viewerId), within, also)})`
    const count = (state: 'open' | 'mine' | 'settled') =>
      except
        ? sql<number>`${countAll(state)} - ${countAll(state, except)}`
        : sql<number>`${countAll(state)}`
    return db
      .select({ open: count('open'), mine: count('mine'), settled: count('settled') })
      .from(sql`(SELECT 1) AS one`)
  }

  const countStates = prepared(
    `states_of_${kind}s`,
    (db, { viewerId }: Asking<{ viewerId: string }>, sees: Sees) => statesOf(db, viewerId, sees),
  )

  return async (
    db: Db,
    viewer: CaseViewer,
    { state, page, size }: CasePage,
    filter: Filter,
  ): Promise<{ rows: Row[]; total: number; counts: CaseCounts }> => {
    const sees = viewer.seesAll ? 'all' : 'some'
    const span = { size, skipped: (page - 1) * size }
    const within = isInArea?.(viewer)
    const isFound = and(within, isMatch?.(filter))
    const where = and(shownTo(state, viewer.id, sees), isFound)
    const countMatches = () =>
      db.select({ count: sql<number>`count(*)::int` }).from(cases).where(where)
    const [rows, [counted], matches] = await Promise.all([
      isFound
        ? pageOf(db, where, state, span)
        : selectPage(db, { viewerId: viewer.id, ...span }, { state, sees }),
      within
        ? statesOf(db, viewer.id, sees, within)
        : countStates(db, { viewerId: viewer.id }, sees),
      isFound ? countMatches() : null,
    ])
    const { open, mine, settled } = counted ?? { open: 0, mine: 0, settled: 0 }
    const counts = { open, mine, settled, all: open + settled }
    return { rows, total: matches?.[0]?.count ?? counts[state], counts }
  }
}

type Handling = Pick<CaseDetail, 'note' | 'handled_by' | 'answers' | 'read_by'>

/** Extra fields of the detail page: notes, answers and, for administrators, who has read the case. */
export async function findHandling(
  db: Db,
  kind: 'report' | 'feedback',
  viewer: Viewer,
  id: string,
): Promise<Handling> {
  const [row] = await db
    .select({ note: cases.staff_note, by: handler.id, name: nameOf(handler) })
    .from(cases)
    .leftJoin(handler, eq(handler.id, cases.handled_by))
    .where(eq(cases.id, id))
  const answers = await db
    .select({
      id: staff_answers.id,
      at: staff_answers.created_at,
      text: staff_answers.text,
      by: handler.id,
      name: nameOf(handler),
    })
    .from(staff_answers)
    .leftJoin(handler, eq(handler.id, staff_answers.author_id))
    .where(eq(staff_answers.case_id, id))
    .orderBy(asc(staff_answers.created_at), asc(staff_answers.id))
  const readings = may(viewer, 'readings') ? await readingsOf(db, kind, [id]) : null
  return {
    note: row?.note ?? '',
    handled_by: personOf(row?.by ?? null, row?.name ?? null),
    answers: answers.map(({ by, name, at, ...answer }) => ({
      ...answer,
      at: at.toISOString(),
      by: personOf(by, name),
    })),
    read_by: readings?.get(id) ?? null,
  }
}
