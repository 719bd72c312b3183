import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { type CommunityMoment, dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import { holds } from '#platform/server/db/text-search.ts'
import { type UserRow, users, wasSeen } from '#platform/server/identity/tables.ts'
import { hasTask, hasTasks } from '#platform/server/identity/tasks.queries.ts'
import { whoIs } from '#platform/server/identity/who-is.ts'
import { refused_addresses } from '#platform/server/mail/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type Task, tasksOf } from '#platform/shared/tasks.ts'
import type { AdminUserRow, UserSort, UserState } from '../../contract.admin.ts'

/** Accounts younger than this are new. */
const NEW_MS = 7 * DAY_MS

export interface UserSearch {
  search: string
  task?: Task | undefined
  state?: UserState | undefined
  sort: UserSort
  page: number
  size: number
}

/** Must match the expressions of the table's indexes. */
const address = sql`(${letterboxes.address} || ' ' || coalesce(${letterboxes.address_addition}, '') || ' ' || ${letterboxes.postcode} || ' ' || ${letterboxes.city})`
const lastname = sql`lower(${users.lastname} || ' ' || ${users.firstname})`

const SORTS: Record<UserSort, { by: SQL; order: typeof asc }> = {
  '-created_at': { by: sql`${users.created_at}`, order: desc },
  created_at: { by: sql`${users.created_at}`, order: asc },
  name: { by: lastname, order: asc },
  '-name': { by: lastname, order: desc },
  '-last_seen': { by: sql`${users.last_seen_at}`, order: desc },
  last_seen: { by: sql`${users.last_seen_at}`, order: asc },
}

/** Parameters of the search. */
interface Searching {
  text?: string | undefined
  newSince: InSql<Date>
}
type Paging = Searching & { size: number | Placeholder; skipped: number | Placeholder }
type Which = Readonly<{ state: UserState | 'any'; task: Task | 'any' }>
type Shape = Which & { readonly sort: UserSort }

function inState(state: Which['state'], { newSince }: Searching): SQL | undefined {
  if (state === 'any') return undefined
  return {
    suspended: isNotNull(users.suspended_at),
    unconfirmed: or(isNull(users.email_confirmed_at), isNotNull(users.new_email)),
    unreachable: sql`EXISTS (SELECT FROM ${refused_addresses}
      WHERE ${refused_addresses.address} = lower(${users.email}))`,
    beta: eq(users.beta_tester, true),
    new: gt(users.created_at, newSince),
  }[state]
}

/** A row of the list. */
export function presentUserRow(
  user: Pick<UserRow, keyof (typeof rowFields)['user']>,
  letterbox: { postcode: string; city: string } | null,
  timeZone: string,
): AdminUserRow {
  const { id, firstname, lastname, email, beta_tester } = user
  return {
    id,
    firstname,
    lastname,
    email,
    beta_tester,
    email_confirmed: user.email_confirmed_at !== null,
    tasks: tasksOf(user),
    suspended: user.suspended_at !== null,
    postcode: letterbox?.postcode ?? null,
    city: letterbox?.city ?? null,
    created_at: user.created_at.toISOString(),
    last_seen: wasSeen(user) ? dayIn(timeZone, user.last_seen_at) : null,
  }
}

/** The columns needed for a row of the list. */
const rowFields = {
  user: {
    id: users.id,
    firstname: users.firstname,
    lastname: users.lastname,
    email: users.email,
    beta_tester: users.beta_tester,
    email_confirmed_at: users.email_confirmed_at,
    role_id: users.role_id,
    tasks: users.tasks,
    suspended_at: users.suspended_at,
    created_at: users.created_at,
    last_seen_at: users.last_seen_at,
  },
  letterbox: { postcode: letterboxes.postcode, city: letterboxes.city },
}

const isOneOf = ({ state, task }: Which, values: Searching): SQL | undefined =>
  and(inState(state, values), task === 'any' ? undefined : and(hasTasks, hasTask(task)))

/** Ids of the matching accounts, and the column they are sorted by. */
function selectMatches(db: Db, values: Searching, which: Which, by: SQL) {
  const columns = { id: users.id, sorted_by: sql`${by}`.as('sorted_by') }
  const where = isOneOf(which, values)
  const { text } = values
  if (!text) return db.select(columns).from(users).where(where)
  // Union of two searches, each with its own index: one condition with OR would use neither.
  const named = db
    .select(columns)
    .from(users)
    .where(and(where, holds(whoIs, text)))
  const placed = db
    .select(columns)
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(where, holds(address, text)))
  return union(named, placed)
}

const pageOf = (db: Db, values: Paging, { sort, ...which }: Shape) => {
  const { by, order } = SORTS[sort]
  const matches = db.$with('found').as(selectMatches(db, values, which, by))
  // Ids come first, so that rows before this page only cost an index scan.
  const onPage = db
    .select({ id: matches.id, sorted_by: matches.sorted_by })
    .from(matches)
    .orderBy(order(matches.sorted_by), order(matches.id))
    .limit(values.size)
    .offset(values.skipped)
    .as('on_page')
  // A search counts its own matches; accounts in a state are counted with an index.
  const found = values.text ? sql`(SELECT count(*)::int FROM ${matches})` : sql`NULL`
  return db
    .with(matches)
    .select({ ...rowFields, found: sql<number | null>`${found}` })
    .from(onPage)
    .innerJoin(users, eq(users.id, onPage.id))
    .leftJoin(letterboxes, eq(letterboxes.user_id, users.id))
    .orderBy(order(onPage.sorted_by), order(onPage.id))
}

const totalOf = (db: Db, values: Searching, which: Which) =>
  db.select({ total: count() }).from(selectMatches(db, values, which, sql`1`).as('found'))

/** The most frequent case: no search. */
const selectPage = prepared(
  'people',
  (db, values: Asking<{ newSince: Date; size: number; skipped: number }>, shape: Shape) =>
    pageOf(db, values, shape),
)
const selectTotal = prepared(
  'number_of_people',
  (db, values: Asking<{ newSince: Date }>, which: Which) => totalOf(db, values, which),
)

async function countMatches(db: Db, values: Searching, which: Which): Promise<number> {
  const [all] = await totalOf(db, values, which)
  return all?.total ?? 0
}

/** One page of the matching accounts, and their total. */
export async function searchUsers(
  db: Db,
  { search, task, state, sort, page, size }: UserSearch,
  { now }: CommunityMoment,
  timeZone: string,
): Promise<{ rows: AdminUserRow[]; total: number }> {
  const which = { state: state ?? 'any', task: task ?? 'any' } as const
  const text = search.trim() || undefined
  const newSince = new Date(now.getTime() - NEW_MS)
  const span = { newSince, size, skipped: (page - 1) * size }
  const shape = { sort, ...which }
  if (text === undefined) {
    const [rows, [all]] = await Promise.all([
      selectPage(db, span, shape),
      selectTotal(db, { newSince }, which),
    ])
    return {
      rows: rows.map(({ user, letterbox }) => presentUserRow(user, letterbox, timeZone)),
      total: all?.total ?? 0,
    }
  }
  const rows = await pageOf(db, { ...span, text }, shape)
  return {
    rows: rows.map(({ user, letterbox }) => presentUserRow(user, letterbox, timeZone)),
    // Past the last page no row carries the total.
    total: rows[0]?.found ?? (await countMatches(db, { text, newSince }, which)),
  }
}
