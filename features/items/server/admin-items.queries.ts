import { and, count, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { letterbox_items } from '#features/letterboxes/tables.ts'
import { transactions } from '#features/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import type { AdminItem, ItemSort, ItemState } from '../contract.admin.ts'
import { ITEM_CATEGORIES, type ItemCategory } from '../item-categories.ts'
import { type ItemRow, items } from '../tables.ts'
import { hasCatalogueSticker } from './artwork/sticker-files.ts'
import { offeredOrder, presentItem } from './items.queries.ts'

export interface ItemSearch {
  search: string
  category?: ItemCategory | undefined
  status?: ItemState | undefined
  sort: ItemSort
  page: number
  size: number
}

/** How often each item is used, counted once for the whole list. */
const letterboxCounts = (db: Db) =>
  db.$with('letterbox_counts').as(
    db
      .select({ item_id: letterbox_items.item_id, letterboxes: count().as('letterboxes') })
      .from(letterbox_items)
      .groupBy(letterbox_items.item_id),
  )
const requestCounts = (db: Db) =>
  db.$with('request_counts').as(
    db
      .select({ item_id: transactions.item_id, requests: count().as('requests') })
      .from(transactions)
      .groupBy(transactions.item_id),
  )

const words = sql`${items.name_de} || ' ' || ${items.name_en} || ' ' || ${items.name_fr} || ' ' || ${items.name_it} || ' ' || ${items.synonyms}::text`
const category = sql`array_position(ARRAY[${sql.join(
  ITEM_CATEGORIES.map((name) => sql`${name}`),
  sql`, `,
)}]::text[], ${items.category})`
const name = sql`lower(${items.name_de})`
const letterboxes = sql`coalesce(letterboxes, 0)`
const requests = sql`coalesce(requests, 0)`

const SORTS: Record<ItemSort, SQL[]> = {
  position: [category, ...offeredOrder],
  name: [sql`${name} ASC`],
  '-name': [sql`${name} DESC`],
  letterboxes: [sql`${letterboxes} ASC`],
  '-letterboxes': [sql`${letterboxes} DESC`],
  requests: [sql`${requests} ASC`],
  '-requests': [sql`${requests} DESC`],
}

const STATES: Record<ItemState, SQL | undefined> = {
  active: eq(items.active, true),
  inactive: and(not(items.active), isNull(items.merged_into)),
  merged: isNotNull(items.merged_into),
}

const UPLOADED = /^[0-9a-f]{32}\./

const present = (row: ItemRow, letterboxes: number, requests: number): AdminItem => ({
  ...presentItem(row),
  version: row.version,
  letterboxes,
  requests,
  uploaded: UPLOADED.test(row.image_path),
  catalogue_image: hasCatalogueSticker(row.slug) ? `${row.slug}.svg` : null,
  merged_into: row.merged_into,
})

/** One page of all items that match, and how many match. */
export async function searchItems(
  db: Db,
  { search, category: only, status, sort, page, size }: ItemSearch,
): Promise<{ rows: AdminItem[]; total: number }> {
  const text = search.trim()
  const where = and(
    text === '' ? undefined : holds(words, text),
    only && eq(items.category, only),
    status ? STATES[status] : isNull(items.merged_into),
  )
  const [lent, asked] = [letterboxCounts(db), requestCounts(db)]
  const rows = await db
    .with(lent, asked)
    .select({ item: items, letterboxes: lent.letterboxes, requests: asked.requests })
    .from(items)
    .leftJoin(lent, eq(lent.item_id, items.id))
    .leftJoin(asked, eq(asked.item_id, items.id))
    .where(where)
    .orderBy(...SORTS[sort], items.id)
    .limit(size)
    .offset((page - 1) * size)
  const [all] = await db.select({ total: count() }).from(items).where(where)
  return {
    rows: rows.map((row) => present(row.item, row.letterboxes ?? 0, row.requests ?? 0)),
    total: all?.total ?? 0,
  }
}

/** One item with what it is used for; null where there is none. */
export async function findItem(db: Db, id: number): Promise<AdminItem | null> {
  const [row] = await db.select().from(items).where(eq(items.id, id))
  if (!row) return null
  const [lent] = await db
    .select({ count: count() })
    .from(letterbox_items)
    .where(eq(letterbox_items.item_id, id))
  const [asked] = await db
    .select({ count: count() })
    .from(transactions)
    .where(eq(transactions.item_id, id))
  return present(row, lent?.count ?? 0, asked?.count ?? 0)
}

/** Locks an item until the transaction ends; nothing can begin to point to it meanwhile. */
export async function lockItem(db: Db, id: number): Promise<ItemRow | null> {
  const [row] = await db.select().from(items).where(eq(items.id, id)).for('update')
  return row ?? null
}
