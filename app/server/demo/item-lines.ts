import type { PlaceLanguage } from './addresses.ts'
import allLines from './item-lines.json' with { type: 'json' }
import type { Random } from './random.ts'

type LinesBySlug = Record<string, string[]>
const { de, fr } = allLines
const LINES: Partial<Record<PlaceLanguage, LinesBySlug>> = { de, fr }

/** Share of the items with a possible line that get one. */
const SAID = 0.4

/** The lines of a household's items, by item. */
export function createLines(
  random: Random,
  items: readonly number[],
  slugs: ReadonlyMap<number, string>,
  language: PlaceLanguage,
): Map<number, string> {
  const lines = new Map<number, string>()
  for (const id of items) {
    const choice = LINES[language]?.[slugs.get(id) ?? '']
    if (choice && random.chance(SAID)) lines.set(id, random.pick(choice))
  }
  return lines
}
