import type { Language } from '#platform/shared/languages.ts'
import type { Item } from '../contract.ts'
import { ITEM_CATEGORIES, type ItemCategory } from '../item-categories.ts'
import { itemName } from './data/items.ts'

/**
 * Lower case without accents, so that "echelle" finds "Échelle" and "gross" finds "groß". Also turns "ae", "oe" and
 * "ue" into one letter, because users without umlaut keys type them so.
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

/** The folded words that are compared with the typed text. */
interface FoldedWords {
  /** Name in the language of the page. */
  name: string
  /** Names in all languages. */
  names: string[]
  synonyms: string[]
}

/** Cached: on a slow phone, folding the words of all stickers takes longer than a keystroke. */
const foldedWords = new Map<Language, WeakMap<Item, FoldedWords>>()

/** The words of a sticker, folded by {@link foldText}. */
export function foldedWordsOf(item: Item, language: Language): FoldedWords {
  const known = foldedWords.get(language) ?? new WeakMap<Item, FoldedWords>()
  foldedWords.set(language, known)
  const earlierWords = known.get(item)
  if (earlierWords) return earlierWords
  const words = {
    name: foldText(itemName(item, language)),
    names: [item.name_de, item.name_en, item.name_fr, item.name_it].map(foldText),
    synonyms: item.synonyms.map(foldText),
  }
  known.set(item, words)
  return words
}

/** A lower rank is a better match: from 0 (the name begins with the text) to 5 (a synonym contains the text). */
function rank(item: Item, words: string, language: Language): number | null {
  const { name, names, synonyms } = foldedWordsOf(item, language)
  if (name.startsWith(words)) return 0
  if (name.split(/[\s-]+/).some((word) => word.startsWith(words))) return 1
  // A match of a whole word ranks higher than a word that only begins with the text.
  if (synonyms.includes(words) || names.includes(words)) return 1
  if (synonyms.some((synonym) => synonym.startsWith(words))) return 2
  if (name.includes(words)) return 3
  if (names.some((other) => other.startsWith(words))) return 4
  return synonyms.some((synonym) => synonym.includes(words)) ? 5 : null
}

/** Items sorted by name, cached per list and language because the search runs for each letter. */
const sortedItems = new Map<Language, WeakMap<readonly Item[], readonly Item[]>>()

function byName(items: readonly Item[], language: Language): readonly Item[] {
  const known = sortedItems.get(language) ?? new WeakMap<readonly Item[], readonly Item[]>()
  sortedItems.set(language, known)
  const earlierOrder = known.get(items)
  if (earlierOrder) return earlierOrder
  // One collator for all comparisons: creating one for each pair takes forty times as long.
  const { compare } = new Intl.Collator(language)
  const sorted = items.toSorted((a, b) => compare(itemName(a, language), itemName(b, language)))
  known.set(items, sorted)
  return sorted
}

/**
 * Items by name in any language or by synonym, the best match first; all items if the text is empty.
 * @param items an array that must not be changed afterwards: its order is cached
 */
export function searchItems(items: readonly Item[], text: string, language: Language): Item[] {
  const words = foldText(text)
  const sorted = byName(items, language)
  if (words === '') return [...sorted]
  return sorted
    .map((item) => ({ item, rank: rank(item, words, language) }))
    .filter((match): match is { item: Item; rank: number } => match.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Groups items in the order of the categories and omits empty categories. */
export function groupByCategory(
  items: readonly Item[],
): { category: ItemCategory; items: Item[] }[] {
  return ITEM_CATEGORIES.map((category) => ({
    category,
    items: items.filter((item) => item.category === category),
  })).filter((group) => group.items.length > 0)
}
