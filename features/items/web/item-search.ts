import type { Language } from '#platform/shared/languages.ts'
import type { Item } from '../contract.ts'
import { ITEM_CATEGORIES, type ItemCategory } from '../item-categories.ts'
import { itemName } from './data/items.ts'

/**
 * Lower case without accents, so that "echelle" finds "Échelle" and "gross" finds "groß"; and with
 * one letter for "ae", "oe" and "ue", as German umlauts are typed without their keys.
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([aou])e/g, '$1')
    .trim()
}

/**
 * The better the match, the smaller the number: from 0 (the name begins like the text) to 5 (the text is
 * inside of a synonym).
 */
function rank(item: Item, words: string, language: Language): number | null {
  const name = foldText(itemName(item, language))
  if (name.startsWith(words)) return 0
  if (name.split(/[\s-]+/).some((word) => word.startsWith(words))) return 1
  const synonyms = item.synonyms.map(foldText)
  const others = [item.name_de, item.name_en, item.name_fr, item.name_it].map(foldText)
  // A match of a whole word counts for more than a word that only begins like the text.
  if (synonyms.includes(words) || others.includes(words)) return 1
  if (synonyms.some((synonym) => synonym.startsWith(words))) return 2
  if (name.includes(words)) return 3
  if (others.some((other) => other.startsWith(words))) return 4
  return synonyms.some((synonym) => synonym.includes(words)) ? 5 : null
}

/** Items by name in any language or by synonym, the best match first; all of them without words. */
export function searchItems(items: readonly Item[], text: string, language: Language): Item[] {
  const words = foldText(text)
  // One collator for all comparisons: creating one for each pair takes forty times as long.
  const { compare } = new Intl.Collator(language)
  const byName = [...items].sort((a, b) => compare(itemName(a, language), itemName(b, language)))
  if (words === '') return byName
  return byName
    .map((item) => ({ item, rank: rank(item, words, language) }))
    .filter((match): match is { item: Item; rank: number } => match.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** In the order of the categories; categories without items are left out. */
export function groupByCategory(
  items: readonly Item[],
): { category: ItemCategory; items: Item[] }[] {
  return ITEM_CATEGORIES.map((category) => ({
    category,
    items: items.filter((item) => item.category === category),
  })).filter((group) => group.items.length > 0)
}
