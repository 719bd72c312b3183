import type { ImportColumn } from '../contract.admin.ts'
import type { ImportProblem } from '../import-problems.ts'
import { sentenceOf } from './import-words.ts'

/** The file as a whole cannot be used. The message says why and what to do. */
export class CsvFileError extends Error {
  readonly problem: ImportProblem
  /** The columns found, if the file could be read that far. */
  readonly columns: ImportColumn[]

  constructor(problem: ImportProblem, columns: ImportColumn[] = []) {
    super(sentenceOf(problem))
    this.problem = problem
    this.columns = columns
  }
}
