import { readTypedAddress } from '#platform/shared/input/house-number.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { Item } from '../contract.ts'
import { foldedWordsOf, foldText } from './item-search.ts'

/** More guesses are not worth showing. */
const MOST = 6
/** Share of the letters that may be wrong. */
const TOLERANCE = 0.34
/** Guesses whose score is within this distance of the best one are shown too. */
const BESIDE = 0.12
/** Penalty for other languages: of two equal matches the one in the page's language wins. */
const OTHER_LANGUAGE = 0.04
/** Penalty for a word inside a longer one ("Aluleiter"): almost as good as the word itself. */
const INSIDE = 0.06
const SHORTEST_INSIDE = 4

/**
 * Number of letters to change, add, remove or swap with a neighbour to turn `typed` into `word` (optimal string
 * alignment, Damerau 1964). `begun`: to turn it into a prefix of `word`.
 */
export function lettersApart(typed: string, word: string): { whole: number; begun: number } {
  let before: number[] = []
  let above = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const line = [row]
    for (let column = 1; column <= word.length; column++) {
      const same = typed[row - 1] === word[column - 1]
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (row > 1 && column > 1 && swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return { whole: above[word.length] ?? 0, begun: Math.min(...above) }
}

/** Share of wrong letters, from 0 to above 1. */
function mismatch(typed: string, word: string): number {
  if (word.length >= SHORTEST_INSIDE && typed.includes(word)) {
    return INSIDE + 0.1 * (1 - word.length / typed.length)
  }
  const { whole, begun } = lettersApart(typed, word)
  const share = whole / Math.max(typed.length, word.length)
  // Half a word is also a guess: "bormasch" on the way to "Bohrmaschine".
  return Math.min(share, begun / typed.length + 0.08)
}

interface Term {
  text: string
  penalty: number
}

const splitWords = (text: string) => text.split(/[\s'’-]+/).filter((word) => word.length > 2)

function termsOf(item: Item, language: Language): Term[] {
  const { name, names, synonyms } = foldedWordsOf(item, language)
  const terms = [
    { text: name, penalty: 0 },
    ...names.map((text) => ({ text, penalty: OTHER_LANGUAGE })),
    ...synonyms.map((text) => ({ text, penalty: OTHER_LANGUAGE / 2 })),
  ]
  const parts = terms.flatMap(({ text, penalty }) => {
    const words = splitWords(text)
    return words.length > 1 ? words.map((word) => ({ text: word, penalty: penalty + 0.1 })) : []
  })
  return [...terms, ...parts]
}

function scoreOf(item: Item, typed: string, language: Language): number {
  const words = splitWords(typed)
  let best = Number.POSITIVE_INFINITY
  for (const { text, penalty } of termsOf(item, language)) {
    best = Math.min(best, mismatch(typed, text) + penalty)
    if (words.length < 2) continue
    for (const word of words) best = Math.min(best, mismatch(word, text) + penalty + 0.1)
  }
  return best
}

/**
 * Items whose name or synonym is close to the typed text, the closest first: for typing errors, plurals and compounds
 * that {@link searchItems} does not find. Empty if nothing is close.
 */
export function guessItems(items: readonly Item[], text: string, language: Language): Item[] {
  const typed = foldText(text)
  if (typed.length < 3) return []
  // An address looks like a word with a number: "Leiter 3m" means the ladder, but "Langstrasse 94" is not an item.
  if (readTypedAddress(text) !== null) {
    const word = typed.replace(/\d+\s?\p{L}?(?=\s|$)/gu, '').trim()
    return items.filter((item) => {
      const { names, synonyms } = foldedWordsOf(item, language)
      return names.includes(word) || synonyms.includes(word)
    })
  }
  const scored = items
    .map((item) => ({ item, score: scoreOf(item, typed, language) }))
    .sort((a, b) => a.score - b.score)
  const best = scored[0]?.score ?? 1
  return scored
    .filter(({ score }) => score <= TOLERANCE && score <= best + BESIDE)
    .slice(0, MOST)
    .map(({ item }) => item)
}
