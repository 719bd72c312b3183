import { and, count, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import type { AdminItem, ItemSort, ItemState } from '../../contract.admin.ts'
import { ITEM_CATEGORIES, type ItemCategory } from '../../item-categories.ts'
import { type ItemRow, items } from '../../tables.ts'
import { hasCatalogueSticker } from '../artwork/sticker-files.ts'
import { offeredOrder, presentItem } from '../items.queries.ts'
import type { ItemCount, ItemUse } from '../questions.ts'

export interface ItemSearch {
  search: string
  category?: ItemCategory | undefined
  status?: ItemState | undefined
  sort: ItemSort
  page: number
  size: number
}

/** How often each item is used, as a table of a query: `item_id` and `count`, one row per used item. */
async function perItem(db: Db, uses: readonly ItemUse[], of: ItemCount): Promise<SQL> {
  const counts = uses.find((use) => use.counts?.of === of)?.counts
  if (!counts) throw new Error(`Unexpected items without a count of ${of}`)
  const byId = Object.fromEntries(await counts.perItem(db))
  return sql`(SELECT key::int AS item_id, value::int AS count
    FROM jsonb_each_text(${JSON.stringify(byId)}::jsonb))`
}

const words = sql`${items.name_de} || ' ' || ${items.name_en} || ' ' || ${items.name_fr} || ' ' || ${items.name_it} || ' ' || ${items.synonyms}::text`
const category = sql`array_position(ARRAY[${sql.join(
  ITEM_CATEGORIES.map((name) => sql`${name}`),
  sql`, `,
)}]::text[], ${items.category})`
const name = sql`lower(${items.name_de})`
const letterboxes = sql<number>`coalesce(had.count, 0)`
const requests = sql<number>`coalesce(asked_for.count, 0)`

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

interface CountedItem {
  item: ItemRow
  letterboxes: number
  requests: number
}

const present = ({ item, letterboxes, requests }: CountedItem): AdminItem => ({
  version: item.version,
  letterboxes,
  requests,
  uploaded: UPLOADED.test(item.image_path),
  catalogue_image: hasCatalogueSticker(item.slug) ? `${item.slug}.svg` : null,
  merged_into: item.merged_into,
  ...presentItem(item),
})

interface Page {
  order: SQL[]
  limit: number
  offset: number
}

async function selectCounted(
  db: Db,
  uses: readonly ItemUse[],
  where: SQL | undefined,
  { order, limit, offset }: Page,
): Promise<CountedItem[]> {
  const [had, askedFor] = await Promise.all([
    perItem(db, uses, 'letterboxes'),
    perItem(db, uses, 'requests'),
  ])
  return db
    .select({ item: items, letterboxes, requests })
    .from(items)
    .leftJoin(sql`${had} AS had`, sql`had.item_id = ${items.id}`)
    .leftJoin(sql`${askedFor} AS asked_for`, sql`asked_for.item_id = ${items.id}`)
    .where(where)
    .orderBy(...order, items.id)
    .limit(limit)
    .offset(offset)
}

/** One page of the matching items, and the number of matches. */
export async function searchItems(
  db: Db,
  uses: readonly ItemUse[],
  { search, category: onlyCategory, status, sort, page, size }: ItemSearch,
): Promise<{ rows: AdminItem[]; total: number }> {
  const text = search.trim()
  const where = and(
    text === '' ? undefined : holds(words, text),
    onlyCategory && eq(items.category, onlyCategory),
    status ? STATES[status] : isNull(items.merged_into),
  )
  const shown = { order: SORTS[sort], limit: size, offset: (page - 1) * size }
  const rows = await selectCounted(db, uses, where, shown)
  const [all] = await db.select({ total: count() }).from(items).where(where)
  return { rows: rows.map(present), total: all?.total ?? 0 }
}

/** One item with its usage counts; null if it does not exist. */
export async function findItem(
  db: Db,
  uses: readonly ItemUse[],
  id: number,
): Promise<AdminItem | null> {
  const one = { order: [], limit: 1, offset: 0 }
  const [row] = await selectCounted(db, uses, eq(items.id, id), one)
  return row ? present(row) : null
}

/** Locks an item until the transaction ends; no new reference to it can be created meanwhile. */
export async function lockItem(db: Db, id: number): Promise<ItemRow | null> {
  const [row] = await db.select().from(items).where(eq(items.id, id)).for('update')
  return row ?? null
}
