import {
  and,
  asc,
  type BuildColumns,
  desc,
  eq,
  getTableName,
  isNotNull,
  isNull,
  not,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias, type PgColumn, type PgTable, type PgTableWithColumns } from 'drizzle-orm/pg-core'
import { readingsOf } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { id } from '#platform/server/db/columns.ts'
import { type Asking, type InSql, type Preparable, prepared } from '#platform/server/db/prepared.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { may } from '#platform/shared/task-matrix.ts'
import {
  EXCERPT_LENGTH,
  type InboxCounts,
  type InboxDetail,
  type InboxRow,
  type InboxState,
} from '../../contract.admin.ts'
import { type inboxColumns, staff_answers } from '../../tables.ts'

/** A table whose rows are worked through in an inbox. Its other columns concern its own noun alone. */
export type InboxTable = PgTable & Record<keyof InboxColumns, PgColumn>
type InboxColumns = ReturnType<typeof inboxColumns> & { id: ReturnType<typeof id> }

/** The table reduced to the columns that all inboxes share. */
export const sharedColumns = (table: InboxTable) =>
  table as unknown as PgTableWithColumns<{
    name: string
    schema: undefined
    columns: BuildColumns<string, InboxColumns, 'pg'>
    dialect: 'pg'
  }>

export const assignee = alias(users, 'assignee')
const handler = alias(users, 'handler')
const nameOf = (user: { firstname: SQLWrapper; lastname: SQLWrapper }) =>
  sql<string | null>`${user.firstname} || ' ' || ${user.lastname}`

const personOf = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name: name.trim() }

/** The inboxes. */
export type InboxSubject = 'report' | 'feedback'

/** The column of `staff_answers` that refers to the subject. */
const ANSWERS_TO = {
  report: staff_answers.report_id,
  feedback: staff_answers.feedback_id,
} as const satisfies Record<InboxSubject, PgColumn>
export const answersTo = (subject: InboxSubject) => ANSWERS_TO[subject]

/**
 * The columns of an inbox row. The query has to join {@link assignee}.
 * @param text the text of the author
 */
export function rowColumns(table: InboxTable, subject: InboxSubject, text: SQLWrapper) {
  const shared = sharedColumns(table)
  return {
    id: shared.id,
    version: shared.version,
    created_at: shared.created_at,
    handled_at: shared.handled_at,
    outcome: shared.outcome,
    assignee_id: assignee.id,
    assignee_name: nameOf(assignee),
    answered: sql<number>`(SELECT count(*)::int FROM ${staff_answers} WHERE ${answersTo(subject)} = ${shared.id})`,
    excerpt: sql<string>`left(split_part(${text}, E'\\n', 1), ${sql.raw(`${EXCERPT_LENGTH}`)})`,
  }
}

interface StoredRow {
  id: string
  version: number
  created_at: Date
  handled_at: Date | null
  outcome: InboxRow['outcome']
  assignee_id: string | null
  assignee_name: string | null
  answered: number
  excerpt: string
}

export function presentRow(row: StoredRow): InboxRow {
  const { id, version, outcome, answered, excerpt, handled_at } = row
  return {
    id,
    version,
    outcome,
    answered,
    excerpt,
    created_at: row.created_at.toISOString(),
    handled_at: handled_at?.toISOString() ?? null,
    status: handled_at ? 'settled' : row.assignee_id ? 'in_progress' : 'open',
    assignee: personOf(row.assignee_id, row.assignee_name),
  }
}

/** Condition for rows in a state, written as in the partial indexes. */
function inState(table: InboxTable, state: InboxState, viewerId: InSql<string>): SQL | undefined {
  const { handled_at, assignee_id } = sharedColumns(table)
  if (state === 'all') return undefined
  if (state === 'settled') return isNotNull(handled_at)
  return and(isNull(handled_at), state === 'mine' ? eq(assignee_id, viewerId) : undefined)
}

/** Order of a list: longest waiting first; settled ones by latest settlement, all by newest. */
function inOrder(table: InboxTable, state: InboxState): SQL[] {
  const { id, created_at, handled_at } = sharedColumns(table)
  if (state === 'all') return [desc(created_at), desc(id)]
  return state === 'settled' ? [desc(handled_at), desc(id)] : [asc(created_at), asc(id)]
}

interface InboxPage {
  state: InboxState
  page: number
  size: number
}

/** The parts specific to one inbox. `Filter` holds the search; undefined values do not filter. */
interface InboxQueries<Filter, Row> {
  isMatch(filter: Filter): SQL | undefined
  /** Rows hidden from some viewers. They are few, so all rows are counted with an index and these are subtracted. */
  hiddenFrom?(viewerId: InSql<string>): SQL
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
interface InboxViewer {
  id: string
  seesAll: boolean
}

/** Creates a function that returns one page of an inbox, the number of matches, and the count of each state. */
export function inboxListing<Filter extends object, Row>(
  table: InboxTable,
  { isMatch, hiddenFrom, read }: InboxQueries<Filter, Row>,
) {
  const { id } = sharedColumns(table)

  const shownTo = (state: InboxState, viewerId: InSql<string>, sees: Sees): SQL | undefined => {
    const except = sees === 'all' ? undefined : hiddenFrom?.(viewerId)
    return and(inState(table, state, viewerId), except && not(except))
  }

  function pageOf(db: Db, where: SQL | undefined, state: InboxState, { size, skipped }: Span) {
    const idsOfPage = db
      .select({ id })
      .from(sharedColumns(table))
      .where(where)
      .orderBy(...inOrder(table, state))
      .limit(size)
      .offset(skipped)
    return read(db, sql`${id} = ANY(ARRAY(${idsOfPage}))`, inOrder(table, state))
  }

  /** The most frequent case: no filter. */
  const selectPage = prepared(
    `page_of_${getTableName(table)}`,
    (
      db,
      { viewerId, ...span }: Asking<{ viewerId: string; size: number; skipped: number }>,
      { state, sees }: Readonly<{ state: InboxState; sees: Sees }>,
    ) => pageOf(db, shownTo(state, viewerId, sees), state, span),
  )

  const countStates = prepared(
    `states_of_${getTableName(table)}`,
    (db, { viewerId }: Asking<{ viewerId: string }>, sees: Sees) => {
      const except = sees === 'all' ? undefined : hiddenFrom?.(viewerId)
      const countAll = (state: 'open' | 'mine' | 'settled', also?: SQL) =>
        sql`(SELECT count(*)::int FROM ${table} WHERE ${and(inState(table, state, viewerId), also)})`
      const count = (state: 'open' | 'mine' | 'settled') =>
        except
          ? sql<number>`${countAll(state)} - ${countAll(state, except)}`
          : sql<number>`${countAll(state)}`
      return db
        .select({ open: count('open'), mine: count('mine'), settled: count('settled') })
        .from(sql`(SELECT 1) AS one`)
    },
  )

  return async (
    db: Db,
    viewer: InboxViewer,
    { state, page, size }: InboxPage,
    filter: Filter,
  ): Promise<{ rows: Row[]; total: number; counts: InboxCounts }> => {
    const sees = viewer.seesAll ? 'all' : 'some'
    const span = { size, skipped: (page - 1) * size }
    const isFound = isMatch(filter)
    const where = and(shownTo(state, viewer.id, sees), isFound)
    const countMatches = () =>
      db.select({ count: sql<number>`count(*)::int` }).from(sharedColumns(table)).where(where)
    const [rows, [counted], matches] = await Promise.all([
      isFound
        ? pageOf(db, where, state, span)
        : selectPage(db, { viewerId: viewer.id, ...span }, { state, sees }),
      countStates(db, { viewerId: viewer.id }, sees),
      isFound ? countMatches() : null,
    ])
    const { open, mine, settled } = counted ?? { open: 0, mine: 0, settled: 0 }
    const counts = { open, mine, settled, all: open + settled }
    return { rows, total: matches?.[0]?.count ?? counts[state], counts }
  }
}

type Handling = Pick<InboxDetail, 'note' | 'handled_by' | 'answers' | 'read_by'>

/** Extra fields of the detail page: notes, answers and, for administrators, who has read the entry. */
export async function findHandling(
  db: Db,
  table: InboxTable,
  subject: InboxSubject,
  viewer: Viewer,
  id: string,
): Promise<Handling> {
  const shared = sharedColumns(table)
  const [row] = await db
    .select({ note: shared.staff_note, by: handler.id, name: nameOf(handler) })
    .from(shared)
    .leftJoin(handler, eq(handler.id, shared.handled_by))
    .where(eq(shared.id, id))
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
    .where(eq(answersTo(subject), id))
    .orderBy(asc(staff_answers.created_at), asc(staff_answers.id))
  const readings = may(viewer, 'readings') ? await readingsOf(db, subject, [id]) : null
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
