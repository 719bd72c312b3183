import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  sql,
} from 'drizzle-orm'
import { items } from '#features/places/items/tables.ts'
import {
  isActive,
  isOnMap,
  roleNameOf,
} from '#features/places/letterboxes/map-index/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { whoIs } from '#platform/server/identity/who-is.ts'
import type { AdminLetterboxRow, LetterboxSort, LetterboxState } from '../../contract.admin.ts'
import { type LetterboxRow, letterbox_items, letterboxes } from '../../tables.ts'
import { hidingOf } from '../presenter.ts'
import type { LetterboxReports } from '../questions.ts'

/** The time of the query, what the viewer may see, and access to the reports. */
export interface ListContext {
  reports: LetterboxReports
  /** Limits the list to the area of a moderator. */
  within: SQL | undefined
  now: Date
}

export interface LetterboxSearch {
  search: string
  state?: LetterboxState | undefined
  sort: LetterboxSort
  page: number
  size: number
}

/** Must be identical to the expression of the index `letterboxes_search_idx`, or the index is not used. */
const address = sql`${letterboxes.address} || ' ' || coalesce(${letterboxes.address_addition}, '') || ' ' || ${letterboxes.postcode} || ' ' || ${letterboxes.city}`
const lastname = sql`lower(${users.lastname} || ' ' || ${users.firstname})`

const SORTS: Record<LetterboxSort, SQL[]> = {
  '-created_at': [desc(letterboxes.created_at), desc(letterboxes.id)],
  created_at: [asc(letterboxes.created_at), asc(letterboxes.id)],
  city: [asc(letterboxes.city), asc(letterboxes.address), asc(letterboxes.id)],
  '-city': [desc(letterboxes.city), desc(letterboxes.address), desc(letterboxes.id)],
  name: [asc(lastname), asc(users.id)],
  '-name': [desc(lastname), desc(users.id)],
}

const ownedBy = (owner: SQL | undefined) =>
  sql`${letterboxes.user_id} IN (SELECT ${users.id} FROM ${users} WHERE ${owner})`

async function inState(
  db: Db,
  state: LetterboxState,
  { reports, now }: ListContext,
): Promise<SQL | undefined> {
  if (state === 'reported') return inArray(letterboxes.id, await reports.findReported(db))
  if (state === 'hidden') return isNotNull(letterboxes.hidden_at)
  if (state === 'unplaced') return isNull(letterboxes.latitude)
  if (state === 'unverified') {
    return and(isNotNull(letterboxes.latitude), eq(letterboxes.location_verified, false))
  }
  return ownedBy(state === 'reseller' ? sql`${users.reseller}` : gte(users.membership_until, now))
}

/**
 * Whether the typed text occurs in the address, a sticker's line, or the owner's name or e-mail address. Each of them
 * has its own index.
 */
function matchesSearch(typed: string): SQL | undefined {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (text === '') return undefined
  return sql`${letterboxes.id} IN (
    SELECT ${letterboxes.id} FROM ${letterboxes} WHERE ${holds(address, text)}
    UNION
    SELECT ${letterbox_items.letterbox_id} FROM ${letterbox_items} WHERE ${holds(letterbox_items.line, text)}
    UNION
    SELECT ${letterboxes.id} FROM ${users} JOIN ${letterboxes} ON ${letterboxes.user_id} = ${users.id}
    WHERE ${holds(whoIs, text)}
  )`
}

export const rowColumns = {
  letterbox: letterboxes,
  owner: users,
  on_map: sql<boolean>`${isOnMap}`,
  stickers: sql<number>`(SELECT count(*)::int FROM ${letterbox_items}
    JOIN ${items} ON ${items.id} = ${letterbox_items.item_id} AND ${items.active}
    WHERE ${letterbox_items.letterbox_id} = ${letterboxes.id})`,
}

interface StoredRow {
  letterbox: LetterboxRow
  owner: UserRow
  on_map: boolean
  stickers: number
}

export function presentRow(
  { letterbox, owner, ...counted }: StoredRow,
  open_reports: number,
  now: Date,
): AdminLetterboxRow {
  return {
    id: letterbox.id,
    address: letterbox.address,
    address_addition: letterbox.address_addition,
    postcode: letterbox.postcode,
    city: letterbox.city,
    country: letterbox.country,
    latitude: letterbox.latitude,
    longitude: letterbox.longitude,
    role_name: roleNameOf(owner, now),
    active: isActive(owner, now),
    enable_messaging: owner.enable_messaging,
    location_verified: letterbox.location_verified,
    created_at: letterbox.created_at.toISOString(),
    hidden: hidingOf(letterbox),
    name: `${owner.firstname} ${owner.lastname}`.trim(),
    ...counted,
    open_reports,
  }
}

const total = sql<number>`(count(*) OVER ())::int`

/**
 * Ids of one page in order, and the total. Reads only ids, because other columns would be computed for all rows before
 * paging. With a search one query returns both; without one, the page comes from an index on its order and the total
 * from a separate count.
 */
async function findPage(
  db: Db,
  { search, state, sort, page, size }: LetterboxSearch,
  context: ListContext,
): Promise<{ ids: string[]; total: number }> {
  const isMatch = matchesSearch(search)
  const where = and(context.within, isMatch, state && (await inState(db, state, context)))
  const all = db
    .select({ id: letterboxes.id, total: isMatch ? total : sql<null>`NULL` })
    .from(letterboxes)
  const byName = sort === 'name' || sort === '-name'
  const rows = await (byName ? all.innerJoin(users, eq(users.id, letterboxes.user_id)) : all)
    .where(where)
    .orderBy(...SORTS[sort])
    .limit(size)
    .offset((page - 1) * size)
  const ids = rows.map(({ id }) => id)
  const totalOfSearch = rows[0]?.total
  if (totalOfSearch) return { ids, total: totalOfSearch }
  const [counted] = await db.select({ total: count() }).from(letterboxes).where(where)
  return { ids, total: counted?.total ?? 0 }
}

/** One page of the matching letterboxes, and the number of matches. */
export async function searchLetterboxes(
  db: Db,
  search: LetterboxSearch,
  context: ListContext,
): Promise<{ rows: AdminLetterboxRow[]; total: number }> {
  const { ids, total } = await findPage(db, search, context)
  if (ids.length === 0) return { rows: [], total }
  const [rows, reports] = await Promise.all([
    db
      .select(rowColumns)
      .from(letterboxes)
      .innerJoin(users, eq(users.id, letterboxes.user_id))
      .where(inArray(letterboxes.id, ids)),
    context.reports.countOpen(db, ids),
  ])
  const byId = new Map(
    rows.map((row) => {
      const { id } = row.letterbox
      return [id, presentRow(row, reports.get(id) ?? 0, context.now)]
    }),
  )
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
}
