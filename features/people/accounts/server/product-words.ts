import { findExact, foldSaint, placeIndex } from '#features/places/geocoding/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'

/** The words of a name that somebody would choose: of "set de fondue" only "fondue". */
const SHORTEST_WORD = 4

const squeeze = (name: string) => foldName(name).replaceAll(' ', '')

/** Whether it is the name of an item in any language, one of its words, or a word it is searched by. */
async function isItem(db: Db, word: string): Promise<boolean> {
  const { name_de, name_en, name_fr, name_it, synonyms } = items
  const rows = await db.select({ name_de, name_en, name_fr, name_it, synonyms }).from(items)
  return rows.some((row) =>
    [row.name_de, row.name_en, row.name_fr, row.name_it, ...row.synonyms].some(
      (name) =>
        squeeze(name) === word ||
        foldName(name)
          .split(' ')
          .some((part) => part.length >= SHORTEST_WORD && part === word),
    ),
  )
}

async function isPlace(word: string): Promise<boolean> {
  const index = await placeIndex()
  const folded = foldName(word)
  return [folded, foldSaint(folded)].some((key) => findExact(index, key).length > 0)
}

/** What everybody who knows this service and the region thinks of: a thing that is lent, or a place. */
export const isProductWord =
  (db: Db) =>
  async (word: string): Promise<boolean> =>
    (await isItem(db, squeeze(word))) || (await isPlace(word))
