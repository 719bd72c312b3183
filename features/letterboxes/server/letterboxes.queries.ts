import { and, asc, eq, gt, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import { items } from '#features/items/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import type { AnswerBand } from '../answer-bands.ts'
import { letterbox_answers, letterbox_items, letterboxes } from '../tables.ts'
import { isOnMap } from './index/letterbox-visibility.ts'
import { isBlockedFor } from './letterbox-blocks.queries.ts'
import { managedBy } from './letterboxes.ownership.ts'
import type { FullLetterbox, StoredItem } from './letterboxes.presenter.ts'

async function itemsOf(db: Db, letterboxIds: string[]): Promise<Map<string, StoredItem[]>> {
  const itemsOfLetterbox = new Map<string, StoredItem[]>(letterboxIds.map((id) => [id, []]))
  if (letterboxIds.length === 0) return itemsOfLetterbox
  const rows = await db
    .select({
      letterbox_id: letterbox_items.letterbox_id,
      id: items.id,
      image_path: items.image_path,
      copies: letterbox_items.copies,
    })
    .from(letterbox_items)
    .innerJoin(items, eq(items.id, letterbox_items.item_id))
    .where(inArray(letterbox_items.letterbox_id, letterboxIds))
    .orderBy(asc(items.id))
  for (const { letterbox_id, ...item } of rows) itemsOfLetterbox.get(letterbox_id)?.push(item)
  return itemsOfLetterbox
}

async function selectFull(db: Db, where: SQL | undefined): Promise<FullLetterbox[]> {
  const rows = await db
    .select({
      letterbox: letterboxes,
      owner: users,
      answers: letterbox_answers.answers,
      loans: letterbox_answers.loans,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(letterbox_answers, eq(letterbox_answers.letterbox_id, letterboxes.id))
    .where(where)
  const itemsOfLetterbox = await itemsOf(
    db,
    rows.map(({ letterbox }) => letterbox.id),
  )
  return rows.map(({ answers, loans, ...row }) => ({
    ...row,
    answers: answers ?? 'new',
    loans: loans ?? 0,
    items: itemsOfLetterbox.get(row.letterbox.id) ?? [],
  }))
}

type MaybeViewer = Pick<Viewer, 'id' | 'role_id' | 'member_of'> | null

/**
 * Whether a letterbox may be seen by a viewer: hidden ones only by those who manage them and by
 * moderators, and none across a block. It is a part of the query, so that a hidden letterbox is
 * answered exactly like one that does not exist, and as fast.
 */
function visibleTo(viewer: MaybeViewer): SQL | undefined {
  if (viewer === null) return isOnMap
  if (viewer.role_id !== ROLE_ID.member) return sql`true`
  const isOwnAsMember = viewer.member_of === null ? undefined : eq(letterboxes.id, viewer.member_of)
  const isShownToViewer = and(isOnMap, not(isBlockedFor(viewer.id)))
  return or(isShownToViewer, eq(letterboxes.user_id, viewer.id), isOwnAsMember)
}

/** Those of the given letterboxes that everyone may see, in the order of the ids. */
export async function findPublicLetterboxes(db: Db, ids: string[]): Promise<FullLetterbox[]> {
  if (ids.length === 0) return []
  const rows = await selectFull(db, and(inArray(letterboxes.id, ids), isOnMap))
  const byId = new Map(rows.map((row) => [row.letterbox.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A page of the letterboxes that everyone may see, by ascending id, after the given one. */
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

/** A letterbox with a place on the map, if the viewer may see it. */
export async function findVisibleLetterbox(
  db: Db,
  id: string,
  viewer: MaybeViewer,
): Promise<FullLetterbox | null> {
  const hasPlace = isNotNull(letterboxes.latitude)
  const [row] = await selectFull(db, and(eq(letterboxes.id, id), hasPlace, visibleTo(viewer)))
  return row ?? null
}

/** Whether the viewer may see what a letterbox lends, on the map or not yet. */
export async function isLetterboxVisible(
  db: Db,
  id: string,
  viewer: MaybeViewer,
): Promise<boolean> {
  const rows = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(eq(letterboxes.id, id), visibleTo(viewer)))
  return rows.length > 0
}

/** A letterbox, hidden or not: the caller decides what to do with a hidden one. */
export async function findLetterbox(db: Db, id: string): Promise<FullLetterbox | null> {
  const [row] = await selectFull(db, eq(letterboxes.id, id))
  return row ?? null
}

/** The letterbox that a user manages, as its owner or as a member of the household. */
export async function findLetterboxOfUser(db: Db, userId: string): Promise<FullLetterbox | null> {
  const [row] = await selectFull(db, managedBy(userId))
  return row ?? null
}

/** How letterboxes answer, by id; new letterboxes are missing. */
export async function findAnswerBands(db: Db, ids: string[]): Promise<Map<string, AnswerBand>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: letterbox_answers.letterbox_id, answers: letterbox_answers.answers })
    .from(letterbox_answers)
    .where(inArray(letterbox_answers.letterbox_id, ids))
  return new Map(rows.map(({ id, answers }) => [id, answers]))
}
