import { currencySums, type MoneySums } from './money-sums.ts'

/** What happened to a row that was not simply taken. */
export interface RowNote {
  line: number
  /** Refused: the row is not here. Noted: it is, with a difference. Kept: what was changed here stays. */
  kind: 'refused' | 'noted' | 'kept'
  reason: string
}

/** Notes kept of each file; more are only counted. */
const MOST_NOTES = 1000

/** What happened to the rows of a file. */
export class FileReport {
  rows = 0
  created = 0
  changed = 0
  unchanged = 0
  deleted = 0
  /** It was here before: an item of the catalogue, an account with the same address. */
  left_alone = 0
  readonly counts = { refused: 0, noted: 0, kept: 0 }
  readonly notes: RowNote[] = []
  unknown: string[] = []
  /** Moderators and administrators of the file. */
  readonly roles: { line: number; name: string; role: 'moderator' | 'administrator' }[] = []
  /** Money that rows of the file say came or went; in cents by year and currency. */
  readonly moneyInFile: MoneySums = currencySums()
  /** What of it this run brings, with orders that count as paid without a payment. */
  readonly moneyBrought: MoneySums = currencySums()

  constructor(readonly file: string) {}

  #note(kind: RowNote['kind'], line: number, reason: string): void {
    this.counts[kind] += 1
    if (this.notes.length < MOST_NOTES) this.notes.push({ line, kind, reason })
  }

  /** @returns no rows */
  refuse(line: number, reason: string): never[] {
    this.#note('refused', line, reason)
    return []
  }

  note(line: number, reason: string): void {
    this.#note('noted', line, reason)
  }

  keep(line: number, reason: string): void {
    this.#note('kept', line, reason)
  }
}

/** What a run did, or would do. */
export interface MoveReport {
  files: FileReport[]
  /** Names of files that the folder lacks. */
  missing: string[]
  /** Letterboxes that were moved in. */
  on_map: number
  off_map: number
  /** Their owners with a confirmed address, and the others. */
  reachable: number
  unreachable: number
  /** Money of moved orders in the cash book, in cents by year and currency. */
  booked: MoneySums
  /** What this run brought and what the cash book grew by differ by this; empty unless something is wrong. */
  unexplained: MoneySums
}
