import { LRUCache } from 'lru-cache'
import type { Asker } from './asking.ts'

/** Statements that are read, planned and run; BEGIN and the like have nothing that could be kept. */
const IS_PLANNED = /^[\s(]*(select|insert|update|delete|with)\b/i
/** Longer ones are put together from data, row by row, and do not come again. */
const MOST_LETTERS = 20_000
/** Texts of which it is remembered that they came once. */
const MOST_SEEN = 1_000

/**
 * Finds the statements that come again, and names them: under a name the database keeps what it has read and planned,
 * which takes it longer than to run most of them. A text that comes once is sent as it is.
 */
export class RepeatedStatements {
  readonly #seen = new LRUCache<string, true>({ max: MOST_SEEN })
  readonly #names = new Map<string, string>()
  #named = 0

  /** @param most how many are named: each of them takes memory of every connection that has asked it */
  constructor(private readonly most: number) {}

  /** @returns undefined for what came for the first time, cannot be kept, or would be one too many */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined) return name
    if (text.length > MOST_LETTERS || !IS_PLANNED.test(text)) return undefined
    if (!this.#seen.has(text)) {
      this.#seen.set(text, true)
      return undefined
    }
    if (this.#names.size === this.most) return undefined
    this.#named += 1
    const given = `repeated_${this.#named}`
    this.#names.set(text, given)
    return given
  }

  /** It is asked as if it had never come before, and gets another name then. */
  forget(text: string): void {
    this.#names.delete(text)
  }
}

/** Of each connection of a pool. */
const MOST_ON_POSTGRES = 300

/**
 * What is asked of a connection gets the name of its text where it has none: see {@link RepeatedStatements}.
 * A statement whose name is empty is not kept on purpose: its best plan depends on its values.
 */
export function namingRepeated(): (asker: Asker) => Asker {
  const repeated = new RepeatedStatements(MOST_ON_POSTGRES)
  return (asker) => ({
    query(config, values) {
      if (typeof config === 'string' || config.name !== undefined)
        return asker.query(config, values)
      const name = repeated.nameOf(config.text)
      return asker.query(name === undefined ? config : { ...config, name }, values)
    },
  })
}
