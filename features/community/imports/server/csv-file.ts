import type { ImportColumn } from '../contract.admin.ts'
import type { Column } from '../import-columns.ts'
import type { ImportProblem, RowProblem } from '../import-problems.ts'
import { type ChosenColumns, countNamed, MOST_COLUMNS, readHeader } from './csv-columns.ts'
import { CsvFileError } from './csv-file-error.ts'
import { findHead, firstLine, HEADER_WITHIN, type Parsed, parseRecords } from './csv-records.ts'
import { textOf } from './csv-text.ts'
import { problem } from './import-words.ts'

const MAX_BYTES = 50 * 1024 * 1024

export interface CsvRow {
  /** Line on which the row begins, from 1. */
  line: number
  fields: Partial<Record<Column, string>>
}

/** The raw cells of a row. */
export interface CsvRecord {
  line: number
  record: string[]
}

export interface CsvFile {
  /** The cells of the header. */
  header: string[]
  columns: ImportColumn[]
  /** All rows that could be parsed, in the order of the file. Generated lazily. */
  records: () => Generator<CsvRecord>
  rows: () => Generator<CsvRow>
  /** Rows that cannot be parsed, for example because of a broken quote. */
  broken: RowProblem[]
  /** Notices the administrator should read before trusting the result. */
  notices: ImportProblem[]
}

/** The text from the header on. */
function textBelow(text: string, lines: number): string {
  let from = 0
  for (let line = 0; line < lines; line++) from = text.indexOf('\n', from) + 1
  return text.slice(from)
}

/** Removes the apostrophe by which our own exports protect cells that a spreadsheet would take for a formula. */
const withoutApostrophe = (cell: string) => cell.replace(/^'(?=\s*[=+\-@])/, '')

function readRow(parsed: Parsed, columns: readonly ImportColumn[]): CsvRow {
  const fields: CsvRow['fields'] = {}
  for (const { index, column } of columns) {
    const value = withoutApostrophe(parsed.record[index]?.trim() ?? '')
    if (column && value) fields[column] = value
  }
  return { line: firstLine(parsed), fields }
}

/**
 * Reads a CSV file in UTF-8, UTF-16, Windows-1252 or Mac Roman, with or without a byte order mark; separated by
 * semicolons, commas, tabs or the separator of a `sep=` line; with any line ends; with or without titles above the
 * header. Throws {@link CsvFileError} if nothing can be read or there are too many rows.
 * @param chosen columns mapped by hand, which win over their names
 */
export function readCsv(
  bytes: Uint8Array,
  mostRows = Number.POSITIVE_INFINITY,
  chosen: ChosenColumns = {},
): CsvFile {
  if (bytes.length > MAX_BYTES) throw new CsvFileError(problem('too_large', { megabytes: '50' }))
  const notices: ImportProblem[] = []
  const text = textOf(bytes, notices)
  if (text.trim() === '') throw new CsvFileError(problem('empty'))
  const broken: CsvFile['broken'] = []
  const { delimiter, linesAbove } = findHead(text, countNamed)
  const [header, ...records] = parseRecords(textBelow(text, linesAbove), delimiter, {
    mostRows,
    linesAbove,
    onBroken: ({ firstLine: line, reason }) => broken.push({ line, ...reason }),
  })
  const samples = records.slice(0, HEADER_WITHIN).map(({ record }) => record)
  const columns = readHeader(header?.record ?? [], samples, chosen, notices)
  const hasTooMany = ({ record }: Parsed) => record.length > columns.length
  for (const parsed of records.filter(hasTooMany)) {
    broken.push({
      line: firstLine(parsed),
      ...problem('too_many_fields', {
        fields: `${parsed.record.length}`,
        columns: `${columns.length}`,
        delimiter: delimiter === '\t' ? '⇥' : delimiter,
      }),
    })
  }
  const { record = [] } = header ?? {}
  return {
    header: record,
    columns: columns.slice(0, MOST_COLUMNS),
    *records() {
      for (const parsed of records) yield { line: firstLine(parsed), record: parsed.record }
    },
    *rows() {
      for (const parsed of records) if (!hasTooMany(parsed)) yield readRow(parsed, columns)
    },
    broken,
    notices,
  }
}
