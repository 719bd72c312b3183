import type { Item } from '#features/places/items/contract.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import type { ImportProblem } from '../import-problems.ts'
import { problem } from './import-words.ts'

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into another: optimal string alignment. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

/** A list of every item by every name is shorter. */
const LONGEST_LIST = 20_000
const LONGEST_WORD = 60
/** Suggestions per file: each compares a word with all names, which takes milliseconds. */
const MOST_SUGGESTIONS = 1000

interface Suggestion {
  id: number
  written: string
}
type ItemMatch = { id: number } | { unknown: string; suggestion: Suggestion | undefined }

/** Keyed by {@link nameKey}: the item chosen for an unknown name; null skips it. */
export type ChosenItems = Readonly<Record<string, number | null>>

/** Names that differ only in case, accents or blanks have the same key. */
export const nameKey = (name: string): string => foldName(name).replaceAll(' ', '')

/** The items of a row, and the words that match none. */
export interface FoundItems {
  ids: number[]
  problems: ImportProblem[]
}

/** Finds items by id or by a name or synonym in any language; case, accents and hyphens do not matter. */
export class ItemNames {
  readonly #ids = new Set<number>()
  #suggestionsLeft = MOST_SUGGESTIONS
  readonly #byName = new Map<string, Suggestion>()
  readonly #chosen: Map<string, number | null>
  readonly #suggestions = new Map<string, Suggestion | undefined>()

  constructor(items: Item[], chosen: ChosenItems = {}) {
    this.#chosen = new Map(Object.entries(chosen))
    for (const item of items) {
      this.#ids.add(item.id)
      for (const name of [item.name_de, item.name_en, item.name_fr, item.name_it]) {
        this.#byName.set(nameKey(name), { id: item.id, written: name })
      }
    }
    // Item names win over synonyms of other items.
    for (const item of items) {
      for (const name of [item.image_path.replace(/\.svg$/, ''), ...item.synonyms]) {
        const key = nameKey(name)
        if (!this.#byName.has(key)) this.#byName.set(key, { id: item.id, written: name })
      }
    }
  }

  #suggest(key: string): Suggestion | undefined {
    const known = this.#suggestions.get(key)
    if (known || this.#suggestions.has(key)) return known
    let nearest: Suggestion | undefined
    let least = Math.max(2, Math.floor(key.length / 3)) + 1
    for (const [name, item] of this.#byName) {
      if (Math.abs(name.length - key.length) >= least) continue
      const distance = editDistance(key, name)
      if (distance < least) {
        least = distance
        nearest = item
      }
    }
    this.#suggestions.set(key, nearest)
    return nearest
  }

  find(text: string): ItemMatch {
    if (/^\d+$/.test(text)) {
      const id = Number(text)
      return this.#ids.has(id) ? { id } : { unknown: text, suggestion: undefined }
    }
    const key = nameKey(text)
    const item = this.#byName.get(key)
    if (item) return { id: item.id }
    const isWord =
      key.length > 2 &&
      key.length <= LONGEST_WORD &&
      (this.#suggestions.has(key) || this.#suggestionsLeft-- > 0)
    return { unknown: text, suggestion: isWord ? this.#suggest(key) : undefined }
  }

  /** The choice made for an unknown name; undefined if there is none. */
  #choice(name: string): number | null | undefined {
    const id = this.#chosen.get(nameKey(name))
    return typeof id === 'number' && !this.#ids.has(id) ? undefined : id
  }

  /** A list separated by semicolons, vertical bars or commas, unless a name has commas in it. */
  findAll(text: string): FoundItems {
    if (text.length > LONGEST_LIST) {
      return { ids: [], problems: [unknownItem(text.slice(0, 80), undefined)] }
    }
    const ids = new Set<number>()
    const problems = new Map<string, ImportProblem>()
    for (const part of text.split(/[;|]/).map((name) => name.trim())) {
      const names = 'id' in this.find(part) ? [part] : part.split(',').map((name) => name.trim())
      for (const name of names) {
        if (name === '') continue
        const match = this.find(name)
        if ('id' in match) {
          ids.add(match.id)
          continue
        }
        const choice = this.#choice(name)
        if (typeof choice === 'number') ids.add(choice)
        else if (choice === undefined) {
          problems.set(nameKey(name), unknownItem(name.slice(0, 80), match.suggestion))
        }
      }
    }
    return { ids: [...ids].sort((a, b) => a - b), problems: [...problems.values()] }
  }
}

const unknownItem = (text: string, suggestion: Suggestion | undefined): ImportProblem =>
  suggestion === undefined
    ? problem('item_unknown', { text })
    : problem('item_unknown_suggested', {
        text,
        suggestion: suggestion.written,
        item_id: `${suggestion.id}`,
      })
