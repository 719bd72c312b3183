import type { RowProblem } from '../import-problems.ts'
import type { Rejects } from '../rejects.ts'

/**
 * The skipped rows, as they stand in the file.
 * @param rejections in the order of the file; the text of a row that could not be parsed is unknown
 */
export const rejectsOf = (
  header: string[],
  recordByLine: ReadonlyMap<number, string[]>,
  rejections: readonly RowProblem[],
): Rejects => ({
  header,
  rows: rejections.map((problem) => ({
    ...problem,
    record: recordByLine.get(problem.line) ?? [],
  })),
})
