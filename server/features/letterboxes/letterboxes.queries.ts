import type { ItemRef } from '@letterlend/contract/items.ts'
import { and, asc, eq, gt, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { items, letterbox_items, letterboxes, users } from '../../db/schema.ts'
import { managedBy } from './letterboxes.ownership.ts'
import type { FullLetterbox } from './letterboxes.presenter.ts'

async function itemsOf(db: Db, letterboxIds: string[]): Promise<Map<string, ItemRef[]>> {
  const found = new Map<string, ItemRef[]>(letterboxIds.map((id) => [id, []]))
  if (letterboxIds.length === 0) return found
  const rows = await db
    .select({
      letterbox_id: letterbox_items.letterbox_id,
      id: items.id,
      image_path: items.image_path,
    })
    .from(letterbox_items)
    .innerJoin(items, eq(items.id, letterbox_items.item_id))
    .where(and(inArray(letterbox_items.letterbox_id, letterboxIds), eq(items.active, true)))
    .orderBy(asc(items.id))
  for (const { letterbox_id, ...item } of rows) found.get(letterbox_id)?.push(item)
  return found
}

async function selectFull(db: Db, where: SQL | undefined): Promise<FullLetterbox[]> {
  const rows = await db
    .select({ letterbox: letterboxes, owner: users })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(where)
  const found = await itemsOf(
    db,
    rows.map(({ letterbox }) => letterbox.id),
  )
  return rows.map((row) => ({ ...row, items: found.get(row.letterbox.id) ?? [] }))
}

const isOnMap = and(
  eq(users.show_on_map, true),
  isNotNull(letterboxes.latitude),
  isNull(letterboxes.holiday_until),
)

/** Those of the given letterboxes that everyone may see, in the order of the ids. */
export async function findPublicLetterboxes(db: Db, ids: string[]): Promise<FullLetterbox[]> {
  if (ids.length === 0) return []
  const rows = await selectFull(db, and(inArray(letterboxes.id, ids), isOnMap))
  const byId = new Map(rows.map((row) => [row.letterbox.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Those that everyone may see, by ascending id, after the given one. */
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

/** A letterbox whether hidden or not: whoever asks decides what to do with a hidden one. */
export async function findLetterbox(db: Db, id: string): Promise<FullLetterbox | null> {
  const [row] = await selectFull(db, eq(letterboxes.id, id))
  return row ?? null
}

/** The letterbox that a user manages, as its owner or as a member of the household. */
export async function findLetterboxOfUser(db: Db, userId: string): Promise<FullLetterbox | null> {
  const [row] = await selectFull(db, managedBy(userId))
  return row ?? null
}
