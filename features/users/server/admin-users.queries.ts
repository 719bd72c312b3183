import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { type CommunityMoment, dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { hasTask, hasTasks } from '#platform/server/identity/tasks.queries.ts'
import { whoIs } from '#platform/server/identity/who-is.ts'
import { refused_addresses } from '#platform/server/mail/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type Task, tasksOf } from '#platform/shared/tasks.ts'
import type { AdminUserRow, UserSort, UserState } from '../contract.ts'

/** Whoever registered this long ago is new. */
const NEW_MS = 7 * DAY_MS

export interface UserSearch {
  search: string
  task?: Task | undefined
  state?: UserState | undefined
  sort: UserSort
  page: number
  size: number
}

/** In the words of the indexes of the table. */
const address = sql`(${letterboxes.address} || ' ' || coalesce(${letterboxes.address_addition}, '') || ' ' || ${letterboxes.postcode} || ' ' || ${letterboxes.city})`
/** The last part of the indexed text: people are found by their place alone, with the index of the whole address. */
const place = sql`(${letterboxes.postcode} || ' ' || ${letterboxes.city})`
const lastname = sql`lower(${users.lastname} || ' ' || ${users.firstname})`

const SORTS: Record<UserSort, { by: SQL; order: typeof asc }> = {
  '-created_at': { by: sql`${users.created_at}`, order: desc },
  created_at: { by: sql`${users.created_at}`, order: asc },
  name: { by: lastname, order: asc },
  '-name': { by: lastname, order: desc },
  '-last_seen': { by: sql`${users.last_seen_at}`, order: desc },
  last_seen: { by: sql`${users.last_seen_at}`, order: asc },
}

function inState(state: UserState | undefined, now: Date): SQL | undefined {
  if (state === undefined) return undefined
  return {
    suspended: isNotNull(users.suspended_at),
    unconfirmed: or(isNull(users.email_confirmed_at), isNotNull(users.new_email)),
    unreachable: sql`EXISTS (SELECT FROM ${refused_addresses}
      WHERE ${refused_addresses.address} = lower(${users.email}))`,
    beta: eq(users.beta_tester, true),
    new: gt(users.created_at, new Date(now.getTime() - NEW_MS)),
  }[state]
}

/** What the list says of an account. */
export function presentUserRow(
  user: UserRow,
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
    last_seen: dayIn(timeZone, user.last_seen_at),
  }
}

type Page = Pick<UserSearch, 'sort' | 'page' | 'size'>

/** The ids of one page of the accounts in a state, and how many there are; read from an index alone. */
async function listIds(db: Db, where: SQL | undefined, { sort, page, size }: Page) {
  const { by, order } = SORTS[sort]
  const onPage = db
    .select({ id: users.id })
    .from(users)
    .where(where)
    .orderBy(order(by), order(users.id))
    .limit(size)
    .offset((page - 1) * size)
  const counted = db.select({ total: count() }).from(users).where(where)
  const [rows, [all]] = await Promise.all([onPage, counted])
  return { ids: rows.map(({ id }) => id), total: all?.total ?? 0 }
}

/**
 * The same for the accounts among them that match a text. Two searches, each in an index of its own, are put
 * together: a single condition with OR would use neither index. Only the sorting column is carried along.
 */
async function searchIds(db: Db, where: SQL | undefined, text: string, { sort, page, size }: Page) {
  const { by, order } = SORTS[sort]
  const columns = { id: users.id, sorted_by: sql`${by}`.as('sorted_by') }
  const named = db
    .select(columns)
    .from(users)
    .where(and(where, holds(whoIs, text)))
  const placed = db
    .select(columns)
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(where, holds(address, text), holds(place, text)))
  const matches = db.$with('found').as(union(named, placed))
  const rows = await db
    .with(matches)
    .select({ id: matches.id, total: sql<number>`(SELECT count(*)::int FROM ${matches})` })
    .from(matches)
    .orderBy(order(matches.sorted_by), order(matches.id))
    .limit(size)
    .offset((page - 1) * size)
  if (rows.length > 0 || page === 1) {
    return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
  }
  // Past the last page there is no row that could carry the total.
  const [all] = await db.with(matches).select({ total: count() }).from(matches)
  return { ids: [], total: all?.total ?? 0 }
}

/** One page of all accounts that match, and how many match. */
export async function searchUsers(
  db: Db,
  { search, task, state, ...page }: UserSearch,
  { now }: CommunityMoment,
  timeZone: string,
): Promise<{ rows: AdminUserRow[]; total: number }> {
  const where = and(inState(state, now), task && and(hasTasks, hasTask(task)))
  const text = search.trim()
  const { ids, total } =
    text === '' ? await listIds(db, where, page) : await searchIds(db, where, text, page)
  const rows = await db
    .select({
      user: users,
      letterbox: { postcode: letterboxes.postcode, city: letterboxes.city },
    })
    .from(users)
    .leftJoin(letterboxes, eq(letterboxes.user_id, users.id))
    .where(inArray(users.id, ids))
  const byId = new Map(rows.map((row) => [row.user.id, row]))
  return {
    rows: ids.flatMap((id) => {
      const row = byId.get(id)
      return row ? [presentUserRow(row.user, row.letterbox, timeZone)] : []
    }),
    total,
  }
}
