import { eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { MergePreview } from '../../contract.admin.ts'
import { type ItemRow, items } from '../../tables.ts'
import type { ItemUse } from '../questions.ts'

const NOTHING: MergePreview = { letterboxes: 0, both: 0, requests: 0, running: 0, wishes: 0 }

/** How much {@link mergeItems} would move. */
export async function previewMerge(
  db: Db,
  uses: readonly ItemUse[],
  id: number,
  into: number,
): Promise<MergePreview> {
  const preview = { ...NOTHING }
  for (const use of uses) Object.assign(preview, await use.preview(db, id, into))
  return preview
}

const namesOf = (item: ItemRow) => [item.name_de, item.name_en, item.name_fr, item.name_it]

/**
 * Merges an item into another one; both are locked. All references move to the other item, and a search for the item's
 * words finds the other one.
 */
export async function mergeItems(
  db: Db,
  uses: readonly ItemUse[],
  from: ItemRow,
  into: ItemRow,
  now: Date,
): Promise<void> {
  // In this list, tables come before tables that depend on them. Dependent rows move first, so that a letterbox that
  // gets the item finds its wishes already there.
  for (const use of uses.toReversed()) await use.move(db, from.id, into.id)
  for (const use of uses) await use.moved?.(db, into.id)
  const own = new Set(namesOf(into))
  const words = [...into.synonyms, ...namesOf(from), ...from.synonyms]
  const synonyms = [...new Set(words)].filter((word) => !own.has(word))
  await db
    .update(items)
    .set({ synonyms, version: into.version + 1, updated_at: now })
    .where(eq(items.id, into.id))
  await db
    .update(items)
    .set({ active: false, merged_into: into.id, version: from.version + 1, updated_at: now })
    .where(eq(items.id, from.id))
  await db.update(items).set({ merged_into: into.id }).where(eq(items.merged_into, from.id))
}
