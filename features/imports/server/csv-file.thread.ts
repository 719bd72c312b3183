import { answerFromThread } from '#platform/server/uploads/answer-from-thread.ts'
import type { ImportProblem } from '../import-problems.ts'
import { type CsvFile, CsvFileError, readCsv } from './csv-file.ts'

export interface GivenCsv {
  bytes: Uint8Array
  mostRows: number
}

export type ReadCsv = { csv: CsvFile } | { refused: ImportProblem }

function read({ bytes, mostRows }: GivenCsv): ReadCsv {
  try {
    return { csv: readCsv(bytes, mostRows) }
  } catch (error) {
    if (error instanceof CsvFileError) return { refused: error.problem }
    throw error
  }
}

await answerFromThread(read)
