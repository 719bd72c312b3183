import { AppError } from '#platform/server/http/errors.ts'
import { type ReadingLimits, readApart } from '#platform/server/uploads/read-apart.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { IMPORT_FILE_MAX_ROWS } from '../contract.admin.ts'
import type { ChosenColumns } from './csv-columns.ts'
import type { GivenCsv, PartOfCsv, ReadCsv } from './csv-file.thread.ts'
import { file as thread } from './csv-file.thread.ts?thread'
import type { CsvFile, CsvRecord, CsvRow } from './csv-file.ts'
import { CsvFileError } from './csv-file-error.ts'
import { problem } from './import-words.ts'

export interface CsvLimits extends ReadingLimits {
  rows: number
}

/** Limits for an upload, which shares the server with everything else. */
export const UPLOADED: CsvLimits = {
  rows: IMPORT_FILE_MAX_ROWS,
  milliseconds: 20_000,
  megabytes: 512,
}
/** Limits for `npm run import`, which may use the whole machine. */
export const OF_COMMAND: CsvLimits = {
  rows: Number.POSITIVE_INFINITY,
  milliseconds: 10 * MINUTE_MS,
  megabytes: 4096,
}

/** The file without its rows. */
export type ReadHead = Omit<CsvFile, 'rows' | 'records'>

/** Throws {@link CsvFileError}, also on timeout. */
async function readInParts<Part extends PartOfCsv>(
  bytes: Uint8Array,
  limits: CsvLimits,
  { chosen, wanted }: Pick<GivenCsv, 'chosen' | 'wanted'>,
  onPart: (part: Part) => Promise<void>,
): Promise<ReadHead> {
  const work = { bytes, mostRows: limits.rows, chosen, wanted }
  const answer = await readApart<GivenCsv, ReadCsv, Part>(thread, work, limits, onPart).catch(
    (error) => {
      const isLate = error instanceof AppError && error.code === 'file_takes_too_long'
      throw isLate ? new CsvFileError(problem('takes_too_long')) : error
    },
  )
  if ('refused' in answer) throw new CsvFileError(answer.refused, answer.columns)
  return answer.csv
}

/**
 * Runs `readCsv` in a thread of its own. The rows arrive in parts; the next part waits until `onRows` is done. Throws
 * {@link CsvFileError}.
 */
export const readCsvApart = (
  bytes: Uint8Array,
  limits: CsvLimits,
  chosen: ChosenColumns,
  onRows: (rows: CsvRow[]) => Promise<void>,
): Promise<ReadHead> => readInParts(bytes, limits, { chosen, wanted: 'rows' }, onRows)

/** Raw cells of some lines, by line number. Throws {@link CsvFileError}. */
export async function readRecordsApart(
  bytes: Uint8Array,
  limits: CsvLimits,
  chosen: ChosenColumns,
  lines: number[],
): Promise<Map<number, string[]>> {
  const recordByLine = new Map<number, string[]>()
  if (lines.length === 0) return recordByLine
  await readInParts<CsvRecord[]>(bytes, limits, { chosen, wanted: { lines } }, async (records) => {
    for (const { line, record } of records) recordByLine.set(line, record)
  })
  return recordByLine
}
