import type { RowProblem } from '../import-problems.ts'
import { problem } from './import-words.ts'
import { houseKey, type ImportRow } from './imports.rules.ts'

/** The first row with an e-mail address. */
interface FirstWithEmail {
  line: number
  house: string
}

/**
 * Finds rows that mean the same letterbox or have the same e-mail address, row by row through the whole file. People
 * of one house who share an address share its letterbox; otherwise the first row keeps the address.
 */
export class ImportTwins {
  readonly #lineByKey = new Map<string, number>()
  readonly #firstByEmail = new Map<string, FirstWithEmail>()
  /** Stickers to add to the letterbox of an earlier line. */
  readonly joined = new Map<number, number[]>()
  readonly rejections: RowProblem[] = []
  /** About rows that are merged into another letterbox. */
  readonly warnings: RowProblem[] = []

  /** Returns the row as a letterbox of its own, or null if it is not one. */
  tellApart(row: ImportRow): ImportRow | null {
    const { line, key, email } = row
    const twin = this.#lineByKey.get(key)
    if (twin !== undefined) {
      this.rejections.push({ line, ...problem('same_letterbox', { other: `${twin}` }) })
      return null
    }
    const first = email === null ? undefined : this.#firstByEmail.get(email.toLowerCase())
    if (first && first.house === houseKey(row)) {
      this.#join(row, first.line)
      return null
    }
    this.#lineByKey.set(key, line)
    if (email === null) return row
    if (!first) {
      this.#firstByEmail.set(email.toLowerCase(), { line, house: houseKey(row) })
      return row
    }
    const warning = problem('same_email', { email, other: `${first.line}` })
    return { ...row, email: null, messaging: false, warnings: [...row.warnings, warning] }
  }

  #join({ line, items, warnings }: ImportRow, other: number): void {
    this.joined.set(other, [...(this.joined.get(other) ?? []), ...items])
    const all = [...warnings, problem('joined', { other: `${other}` })]
    this.warnings.push(...all.map((warning) => ({ line, ...warning })))
  }

  /** The row with the stickers of all rows merged into it. */
  withJoined<Row extends ImportRow>(row: Row): Row {
    const more = this.joined.get(row.line)
    if (!more) return row
    return { ...row, items: [...new Set([...row.items, ...more])].sort((a, b) => a - b) }
  }
}
