import { answerFromThread, handOverPart } from '#platform/server/uploads/answer-from-thread.ts'
import type { ImportColumn } from '../contract.admin.ts'
import type { ImportProblem } from '../import-problems.ts'
import type { ChosenColumns } from './csv-columns.ts'
import { type CsvFile, type CsvRecord, type CsvRow, readCsv } from './csv-file.ts'
import { CsvFileError } from './csv-file-error.ts'

export interface GivenCsv {
  bytes: Uint8Array
  mostRows: number
  chosen: ChosenColumns
  /** All rows by their columns, or the raw cells of these lines. */
  wanted: 'rows' | { lines: number[] }
}

/** Rows per message to the main thread. */
const ROWS_OF_PART = 500

export type PartOfCsv = CsvRow[] | CsvRecord[]

/** The file without its rows. */
export type ReadCsv =
  | { csv: Omit<CsvFile, 'rows' | 'records'> }
  | { refused: ImportProblem; columns: ImportColumn[] }

function* wantedOf({ records, rows }: CsvFile, wanted: GivenCsv['wanted']) {
  if (wanted === 'rows') {
    yield* rows()
    return
  }
  const lines = new Set(wanted.lines)
  for (const record of records()) if (lines.has(record.line)) yield record
}

async function read({ bytes, mostRows, chosen, wanted }: GivenCsv): Promise<ReadCsv> {
  try {
    const csv = readCsv(bytes, mostRows, chosen)
    let part: (CsvRow | CsvRecord)[] = []
    for (const row of wantedOf(csv, wanted)) {
      part.push(row)
      if (part.length < ROWS_OF_PART) continue
      await handOverPart(part)
      part = []
    }
    if (part.length > 0) await handOverPart(part)
    const { header, columns, broken, notices } = csv
    return { csv: { header, columns, broken, notices } }
  } catch (error) {
    if (error instanceof CsvFileError) return { refused: error.problem, columns: error.columns }
    throw error
  }
}

// Each file starts a new thread that loads these imports again. Loading the schema library would take longer than most
// files.
await answerFromThread(read)
