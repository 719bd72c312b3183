import { answerFromThread } from '#platform/server/uploads/answer-from-thread.ts'
import type { ImportColumn } from '../import-columns.ts'
import type { ImportProblem } from '../import-problems.ts'
import { type ChosenColumns, type CsvFile, CsvFileError, readCsv } from './csv-file.ts'

export interface GivenCsv {
  bytes: Uint8Array
  mostRows: number
  chosen: ChosenColumns
}

export type ReadCsv = { csv: CsvFile } | { refused: ImportProblem; columns: ImportColumn[] }

function read({ bytes, mostRows, chosen }: GivenCsv): ReadCsv {
  try {
    return { csv: readCsv(bytes, mostRows, chosen) }
  } catch (error) {
    if (error instanceof CsvFileError) return { refused: error.problem, columns: error.columns }
    throw error
  }
}

await answerFromThread(read)
