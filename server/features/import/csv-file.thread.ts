import type { ImportProblem } from '@letterlend/contract/import-problems.ts'
import { answerFromThread } from '../../uploads/answer-from-thread.ts'
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
