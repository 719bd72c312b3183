import type { RowProblem } from '../import-problems.ts'
import type { Rejects } from '../rejects.ts'
import type { CsvRecord } from './csv-file.ts'

/**
 * The rows that are left out, as they stand in the file.
 * @param rejections in the order of the file; the text of a row that could not be taken apart is not known
 */
export function rejectsOf(
  { header, records }: { header: string[]; records: readonly CsvRecord[] },
  rejections: readonly RowProblem[],
): Rejects {
  const recordByLine = new Map(records.map(({ line, record }) => [line, record]))
  return {
    header,
    rows: rejections.map((problem) => ({
      ...problem,
      record: recordByLine.get(problem.line) ?? [],
    })),
  }
}
