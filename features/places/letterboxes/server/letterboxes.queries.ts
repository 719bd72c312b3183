import { and, asc, eq, gt, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UserSettings } from '#features/people/accounts/user-settings/contract.ts'
import { toursSeen } from '#features/people/accounts/user-settings/server/door.ts'
import { tours_seen } from '#features/people/accounts/user-settings/tables.ts'
import { items } from '#features/places/items/tables.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { isReachable } from '#features/places/letterboxes/reach/server/door.ts'
import {
  type Eyes,
  eyesOf,
  type MaybeViewer,
  visibleTo,
} from '#features/places/letterboxes/sight/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, isOneOf, prepared } from '#platform/server/db/prepared.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { refused_addresses } from '#platform/server/mail/tables.ts'
import type { AnswerBand } from '../answer-bands.ts'
import { letterbox_answers, letterbox_items, letterboxes } from '../tables.ts'
import { letterboxColumns, ownerColumns } from './letterbox-columns.ts'
import type { FullLetterbox, StoredItem } from './presenter.ts'

/** The stickers of a letterbox as one JSON value. */
const stickers = sql<StoredItem[]>`(
  SELECT coalesce(json_agg(
    json_build_object('id', items.id, 'image_path', items.image_path,
      'copies', letterbox_items.copies, 'line', letterbox_items.line)
    ORDER BY items.id
  ), '[]')
  FROM ${letterbox_items} JOIN ${items} ON items.id = letterbox_items.item_id
  WHERE letterbox_items.letterbox_id = ${letterboxes.id}
)`

/** Whether mails to an address bounce. */
const refusedOf = (email: SQLWrapper) => sql<boolean>`EXISTS (
  SELECT FROM ${refused_addresses} WHERE ${refused_addresses.address} = lower(${email}))`

const fullColumns = {
  letterbox: letterboxColumns,
  owner: ownerColumns,
  items: stickers,
  answers: sql<AnswerBand>`coalesce(${letterbox_answers.answers}, 'new')`,
  loans: sql<number>`coalesce(${letterbox_answers.loans}, 0)`,
  refused: refusedOf(users.email),
  reachable: isReachable,
}

const selectFull = (db: Db, where: SQL | undefined) =>
  db
    .select(fullColumns)
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(letterbox_answers, eq(letterbox_answers.letterbox_id, letterboxes.id))
    .where(where)

/** The viewer and the letterbox that a query is about. */
interface Looking {
  id: string
  viewerId: string | null
  /** The letterbox that the viewer manages as a household member. */
  memberOf: string | null
}

const looking = (id: string, viewer: MaybeViewer): Looking => ({
  id,
  viewerId: viewer?.id ?? null,
  memberOf: viewer?.member_of ?? null,
})

const selectPublic = prepared('public_letterboxes', (db, { ids }: Asking<{ ids: string[] }>) =>
  selectFull(db, and(isOneOf(letterboxes.id, ids, 'uuid'), isOnMap)),
)

/** The public ones among the given letterboxes, in the order of the ids. */
export async function findPublicLetterboxes(db: Db, ids: string[]): Promise<FullLetterbox[]> {
  if (ids.length === 0) return []
  const rows = await selectPublic(db, { ids })
  const byId = new Map(rows.map((row) => [row.letterbox.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One page of public letterboxes after the given id, sorted by id. */
export async function findPublicPage(
  db: Db,
  after: string | null,
  limit: number,
): Promise<FullLetterbox[]> {
  const page = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(isOnMap, after === null ? undefined : gt(letterboxes.id, after)))
    .orderBy(asc(letterboxes.id))
    .limit(limit)
  return findPublicLetterboxes(
    db,
    page.map(({ id }) => id),
  )
}

const selectVisible = prepared('visible_letterbox', (db, values: Asking<Looking>, eyes: Eyes) =>
  selectFull(
    db,
    and(eq(letterboxes.id, values.id), isNotNull(letterboxes.latitude), visibleTo(eyes, values)),
  ),
)

/** A letterbox with a spot on the map, if the viewer may see it. */
export async function findVisibleLetterbox(
  db: Db,
  id: string,
  viewer: MaybeViewer,
): Promise<FullLetterbox | null> {
  const [row] = await selectVisible(db, looking(id, viewer), eyesOf(viewer))
  return row ?? null
}

const selectIfVisible = prepared(
  'letterbox_if_visible',
  (db, values: Asking<Looking>, eyes: Eyes) =>
    db
      .select({ id: letterboxes.id })
      .from(letterboxes)
      .innerJoin(users, eq(users.id, letterboxes.user_id))
      .where(and(eq(letterboxes.id, values.id), visibleTo(eyes, values))),
)

/** Whether the viewer may see the items of a letterbox, even if it has no spot yet. */
export async function isLetterboxVisible(
  db: Db,
  id: string,
  viewer: MaybeViewer,
): Promise<boolean> {
  const rows = await selectIfVisible(db, looking(id, viewer), eyesOf(viewer))
  return rows.length > 0
}

/** A letterbox, even if hidden; the caller must handle that case. */
export async function findLetterbox(db: Db, id: string): Promise<FullLetterbox | null> {
  const [row] = await selectFull(db, eq(letterboxes.id, id))
  return row ?? null
}

const selectOfUser = prepared('own_letterbox', (db, { userId }: Asking<{ userId: string }>) =>
  selectFull(db, managedBy(userId)),
)

/** The letterbox that a user manages, as owner or household member. */
export async function findLetterboxOfUser(db: Db, userId: string): Promise<FullLetterbox | null> {
  const [row] = await selectOfUser(db, { userId })
  return row ?? null
}

const account = alias(users, 'account')

const selectAccount = prepared('account_and_letterbox', (db, { id }: Asking<{ id: string }>) =>
  db
    .select({
      user: account,
      tours: toursSeen,
      ownRefused: refusedOf(account.email),
      ...fullColumns,
    })
    .from(account)
    .leftJoin(tours_seen, eq(tours_seen.user_id, account.id))
    .leftJoin(letterboxes, managedBy(account.id))
    .leftJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(letterbox_answers, eq(letterbox_answers.letterbox_id, letterboxes.id))
    .where(eq(account.id, id)),
)

/**
 * An account with its letterbox as in {@link findLetterboxOfUser}, the tours it has seen, and whether mails to it
 * bounce.
 */
export async function findAccountAndLetterbox(
  db: Db,
  id: string,
): Promise<{
  user: UserRow
  tours: Omit<UserSettings, 'lang'>
  refused: boolean
  full: FullLetterbox | null
} | null> {
  const [row] = await selectAccount(db, { id })
  if (!row) return null
  const { user, tours, ownRefused, letterbox, owner, ...facts } = row
  const full = letterbox && owner && { letterbox, owner, ...facts }
  return { user, tours, refused: ownRefused, full }
}
