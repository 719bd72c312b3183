import { z } from 'zod'
import type { CsvCell } from '#platform/shared/input/csv.ts'
import { REJECTS_COLUMNS } from './import-columns.ts'
import { type ImportProblem, rowProblemSchema } from './import-problems.ts'

/** The skipped rows of a file, as they stand in it, and why. */
export const rejectsSchema = z.object({
  /** The first line of the file. */
  header: z.array(z.string()),
  rows: z.array(rowProblemSchema.extend({ record: z.array(z.string()) })),
})
export type Rejects = z.infer<typeof rejectsSchema>

/** The rejected rows as a CSV file, to be corrected and imported. */
export function rejectsLines(
  { header, rows }: Rejects,
  say: (problem: ImportProblem) => string,
): CsvCell[][] {
  return [
    [...header, REJECTS_COLUMNS.line, REJECTS_COLUMNS.reason],
    ...rows.map(({ line, record, ...problem }) => [
      ...header.map((_, index) => record[index] ?? ''),
      line,
      say(problem),
      // Keeps the surplus cells of a row with too many, at the end.
      ...record.slice(header.length),
    ]),
  ]
}
