import { DEFAULT_LANGUAGE, type Language } from '#platform/shared/languages.ts'
import type { ImportProblem, RowProblem } from '../import-problems.ts'
import type { Rejects } from '../rejects.ts'
import { OF_COMMAND, readRecordsApart } from './csv-reading.ts'
import { isLoss } from './imports.rules.ts'
import { byLine, countPublic, planImport } from './planning.ts'
import { type ImportDeps, type PlacedRow, prepareImport, type RowStore } from './preparing.ts'
import { rejectsOf } from './rejects.ts'
import { announceImport, beginImport, writePlan } from './writing.ts'

export interface ImportOptions {
  /** Reports what would happen and writes nothing. */
  dryRun?: boolean
  /** Writes nothing if a row would be rejected or imported with a loss. */
  strict?: boolean
  /** Language of the accounts and their mails. */
  lang?: Language
  onProgress?: (step: 'finding places' | 'writing', done: number, total: number) => void
}

export interface ImportResult {
  created: number
  updated: number
  unchanged: number
  /** Skipped, because their owner confirmed the account since the last import. */
  taken_over: number
  /** Created and updated letterboxes on the map, off it, and with a public name. */
  on_map: number
  off_map: number
  named: number
  /** Created letterboxes placed in their street, because the house is unknown. */
  guessed: number
  /** Created letterboxes placed in the middle of their town, for lack of a better position. */
  approximate: number
  rejections: RowProblem[]
  warnings: RowProblem[]
  notices: ImportProblem[]
  /** True if all rows can be imported without a loss. */
  isWhole: boolean
  rejects: Rejects
  /** False after a dry run, and if `strict` prevented writing. */
  written: boolean
}

/** Rows of a command, which has its process's memory for itself. */
class RowsInMemory implements RowStore {
  readonly #parts: PlacedRow[][] = []

  async add(rows: PlacedRow[]): Promise<void> {
    this.#parts.push(rows)
  }

  async *parts() {
    for (const [part, rows] of this.#parts.entries()) yield { part, rows }
  }

  async replace(part: number, rows: PlacedRow[]): Promise<void> {
    this.#parts[part] = rows
  }

  all(): PlacedRow[] {
    return this.#parts.flat()
  }
}

/**
 * Imports a community's letterboxes. Valid rows are written in one transaction, so a killed import leaves nothing
 * behind; invalid ones are reported. A row imported before is updated, never duplicated. Throws CsvFileError if the
 * file as a whole cannot be read.
 */
export async function importLetterboxes(
  deps: ImportDeps,
  bytes: Uint8Array,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { dryRun = false, strict = false, lang = DEFAULT_LANGUAGE, onProgress = () => {} } = options
  const store = new RowsInMemory()
  const prepared = await prepareImport(deps, bytes, OF_COMMAND, {}, store, (done, total) =>
    onProgress('finding places', done, total),
  )
  return deps.database.orm.transaction(async (db) => {
    await beginImport(db)
    const plan = await planImport(db, store.all())
    const rejections = [...prepared.rejections, ...plan.rejections].sort(byLine)
    const isWhole = rejections.length === 0 && !prepared.warnings.some(isLoss)
    const written = !dryRun && (isWhole || !strict)
    if (written) {
      await writePlan(db, plan, {
        lang,
        onProgress: (done, total) => onProgress('writing', done, total),
      })
      if (plan.create.length + plan.update.length > 0) await announceImport(db)
    }
    return {
      created: plan.create.length,
      updated: plan.update.length,
      unchanged: plan.unchanged.length,
      taken_over: plan.taken_over.length,
      ...countPublic(plan),
      guessed: plan.create.filter(({ guessed }) => guessed).length,
      approximate: plan.create.filter(({ approximate }) => approximate).length,
      rejections,
      warnings: prepared.warnings,
      isWhole,
      rejects: rejectsOf(
        prepared.header,
        await readRecordsApart(
          bytes,
          OF_COMMAND,
          {},
          rejections.map(({ line }) => line),
        ),
        rejections,
      ),
      notices: prepared.notices,
      written,
    }
  })
}
