import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { ItemNames } from '#features/community/imports/server/door.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { ITEM_NAME_MAX_LENGTH } from '#features/places/items/contract.admin.ts'
import { ITEM_CATEGORIES } from '#features/places/items/item-categories.ts'
import {
  findItems,
  listOfferedItems,
  removeMovedItems,
  storeMovedItem,
} from '#features/places/items/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { letterbox_items } from '#features/places/letterboxes/tables.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Kind, Move, ReadRow, StoredRow } from '../move.ts'
import { textOf } from '../move.ts'
import { openSiteFile, type SiteRow } from '../site-files.ts'

interface Item extends ReadRow {
  names: { name_de: string; name_en: string; name_fr: string; name_it: string }
  category: (typeof ITEM_CATEGORIES)[number]
  picture: string | undefined
  /** An item of our catalogue that the mapping names. */
  mapped: string | undefined
}

const MAPPING = 'items_map.csv'

/** Old ids and what they are here: an id or a name. */
async function readMapping({ folder, report }: Move): Promise<Map<string, string>> {
  const mapping = new Map<string, string>()
  try {
    const file = await openSiteFile(join(folder, MAPPING), ['id', 'item'], (line, reason) =>
      report.note(line, `${MAPPING}: ${reason}`),
    )
    for await (const rows of file.batches) {
      for (const { fields } of rows)
        if (fields.id && fields.item) mapping.set(fields.id, fields.item)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  return mapping
}

/** The picture beside the files; its folder is not left. */
async function pictureOf(move: Move, { line, picture }: Item): Promise<Buffer | null> {
  if (!picture) return null
  const name = basename(picture)
  try {
    return await readFile(join(move.folder, 'pictures', name))
  } catch {
    move.report.note(line, `pictures/${name} cannot be read: its first letter is drawn`)
    return null
  }
}

/** Null if a name is that of an item that is not offered any more. */
async function storeOwn(move: Move, row: Item): Promise<number | null> {
  const { db, now, report } = move
  const content = { ...row.names, category: row.category }
  const picture = await pictureOf(move, row)
  const withPicture =
    picture && (await storeMovedItem(db, { ...content, picture }, now).catch(() => null))
  if (withPicture) return withPicture
  if (picture) report.note(row.line, 'the picture cannot be used: its first letter is drawn')
  try {
    return await storeMovedItem(db, { ...content, picture: null }, now)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'validation')) throw error
    report.refuse(row.line, 'one of its names is that of an item that is not offered any more')
    return null
  }
}

export function itemsKind(): Kind<Item> {
  let mapping: Map<string, string> | undefined
  return {
    kind: 'item',
    file: 'items.csv',
    columns: [
      'id',
      'name',
      'name_de',
      'name_en',
      'name_fr',
      'name_it',
      'category',
      'image_path',
      'active',
      'sticker',
      'created_at',
      'updated_at',
    ],

    async read(move, rows) {
      mapping ??= await readMapping(move)
      return rows.flatMap((row: SiteRow) => {
        const { line, fields } = row
        if (!fields.id) return move.report.refuse(line, 'id is missing')
        const own = (name: string) => textOf(move, row, name, ITEM_NAME_MAX_LENGTH)
        const any = own('name_de') || own('name_en') || own('name_fr') || own('name')
        if (!any) return move.report.refuse(line, 'it has no name')
        const names = {
          name_de: own('name_de') || any,
          name_en: own('name_en') || any,
          name_fr: own('name_fr') || any,
          name_it: own('name_it') || any,
        }
        const category = ITEM_CATEGORIES.find((each) => each === fields.category) ?? 'household'
        const mapped = mapping?.get(fields.id)
        const picture = fields.image_path
        return [{ line, old_id: fields.id, values: {}, names, category, picture, mapped }]
      })
    },

    async store(move, rows) {
      const catalogue = new ItemNames(await listOfferedItems(move.db))
      const stored: StoredRow<Item>[] = []
      for (const row of rows) {
        const { names, mapped } = row
        if (mapped && !('id' in catalogue.find(mapped)))
          move.report.note(row.line, `${MAPPING} names "${mapped}", which is no item here`)
        const candidates = mapped ? [mapped] : Object.values(names)
        const match = candidates.map((name) => catalogue.find(name)).find((each) => 'id' in each)
        const isHere = match !== undefined && 'id' in match
        const id = isHere ? match.id : await storeOwn(move, row)
        if (id !== null) stored.push({ row, new_id: String(id), created: !isHere })
      }
      return stored
    },

    async current(move, ids) {
      const rows = await findItems(move.db, ids.map(Number))
      return new Map(rows.map(({ id }) => [String(id), {}]))
    },

    change: async () => {},

    async remove(move, ids) {
      const isUsed = sql`(EXISTS (SELECT FROM ${transactions} WHERE ${transactions.item_id} = ${items.id})
        OR EXISTS (SELECT FROM ${letterbox_items} WHERE ${letterbox_items.item_id} = ${items.id}))`
      return (await removeMovedItems(move.db, ids.map(Number), isUsed)).map(String)
    },
  }
}
