import { AppError } from '#platform/server/http/errors.ts'
import { type ReadingLimits, readApart } from '#platform/server/uploads/read-apart.ts'
import { IMPORT_FILE_MAX_ROWS } from '../contract.ts'
import type { GivenCsv, ReadCsv } from './csv-file.thread.ts'
import { file as thread } from './csv-file.thread.ts?thread'
import { type ChosenColumns, type CsvFile, CsvFileError } from './csv-file.ts'
import { problem } from './import-words.ts'

export interface CsvLimits extends ReadingLimits {
  rows: number
}

/** A file that a browser sent, beside everything else that the server does. */
export const UPLOADED: CsvLimits = {
  rows: IMPORT_FILE_MAX_ROWS,
  milliseconds: 20_000,
  megabytes: 512,
}
/** A file of `npm run import`, which has the machine's patience. */
export const OF_COMMAND: CsvLimits = {
  rows: Number.POSITIVE_INFINITY,
  milliseconds: 10 * 60_000,
  megabytes: 4096,
}

/** `readCsv` in a thread of its own. Throws {@link CsvFileError}, also where it takes too long. */
export async function readCsvApart(
  bytes: Uint8Array,
  limits: CsvLimits,
  chosen: ChosenColumns = {},
): Promise<CsvFile> {
  const work = { bytes, mostRows: limits.rows, chosen }
  const answer = await readApart<GivenCsv, ReadCsv>(thread, work, limits).catch((error) => {
    const isLate = error instanceof AppError && error.code === 'file_takes_too_long'
    throw isLate ? new CsvFileError(problem('takes_too_long')) : error
  })
  if ('refused' in answer) throw new CsvFileError(answer.refused, answer.columns)
  return answer.csv
}
