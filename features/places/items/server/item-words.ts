import type { Db } from '#platform/server/db/client.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { items } from '../tables.ts'

/** Shorter words of a name are ignored: "set de fondue" is found by "fondue". */
const SHORTEST_WORD = 4

const squeeze = (name: string) => foldName(name).replaceAll(' ', '')

/** Whether a word is the name of an item in any language, a word of its name, or one of its synonyms. */
export async function isItemWord(db: Db, word: string): Promise<boolean> {
  const squeezed = squeeze(word)
  const { name_de, name_en, name_fr, name_it, synonyms } = items
  const rows = await db.select({ name_de, name_en, name_fr, name_it, synonyms }).from(items)
  return rows.some((row) =>
    [row.name_de, row.name_en, row.name_fr, row.name_it, ...row.synonyms].some(
      (name) =>
        squeeze(name) === squeezed ||
        foldName(name)
          .split(' ')
          .some((part) => part.length >= SHORTEST_WORD && part === squeezed),
    ),
  )
}
