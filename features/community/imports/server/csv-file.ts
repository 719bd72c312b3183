import { type CsvError, parse } from 'csv-parse/sync'
import type { ImportColumn } from '../contract.admin.ts'
import type { Column } from '../import-columns.ts'
import type { ImportProblem, RowProblem } from '../import-problems.ts'
import { type ChosenColumns, countNamed, MOST_COLUMNS, readHeader } from './csv-columns.ts'
import { CsvFileError } from './csv-file-error.ts'
import { textOf } from './csv-text.ts'
import { problem } from './import-words.ts'

const DELIMITERS = [';', ',', '\t']
const MAX_BYTES = 50 * 1024 * 1024
/** The header is among the first rows; a list may have a title above it. */
const HEADER_WITHIN = 20
/** Characters in which the header is searched. */
const HEAD_LENGTH = 65_536
/** Excel's line that declares the separator: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^\n])"?[;,\t]*(?=\n|$)/i

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

interface Parsed {
  record: string[]
  /** Line on which the record ends. */
  lastLine: number
}

interface Parsing {
  /** Maximum number of records. */
  to?: number
  mostRows?: number
  /** Lines above the parsed text, for line numbers. */
  linesAbove?: number
  onSkip: (error: CsvError) => void
}

function parseRecords(
  text: string,
  delimiter: string,
  { to, mostRows = Number.POSITIVE_INFINITY, linesAbove = 0, onSkip }: Parsing,
): Parsed[] {
  const records: Parsed[] = []
  let rows = -1
  const countRow = () => {
    if (++rows > mostRows) throw new CsvFileError(problem('too_many_rows', { rows: `${mostRows}` }))
  }
  parse(text, {
    delimiter,
    bom: true,
    ...(to === undefined ? {} : { to }),
    on_record: (record: string[], { lines }) => {
      countRow()
      records.push({ record, lastLine: lines + linesAbove })
      return null
    },
    trim: true,
    relax_column_count: true,
    // Rows of nothing but separators: some spreadsheets add pages of them.
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      countRow()
      if (error) onSkip(error)
      return undefined
    },
  })
  return records
}

const lineBreaks = (record: string[]) =>
  record.reduce((sum, field) => sum + (field.match(/\n/g)?.length ?? 0), 0)

const firstLine = ({ record, lastLine }: Parsed) => lastLine - lineBreaks(record)

interface Head {
  delimiter: string
  /** Lines above the header. */
  linesAbove: number
}

/** The separator and the header row that together name the most known columns. */
function findHead(text: string): Head {
  const separator = SEPARATOR_LINE.exec(text)?.[1]
  const delimiters = separator === undefined ? DELIMITERS : [separator]
  const nothingKnown = {
    delimiter: delimiters[0] ?? ',',
    linesAbove: separator === undefined ? 0 : 1,
  }
  let best: Head = nothingKnown
  let most = 0
  for (const delimiter of delimiters) {
    const rows = parseRecords(text.slice(0, HEAD_LENGTH), delimiter, {
      to: HEADER_WITHIN,
      onSkip: () => {},
    })
    for (const [index, row] of rows.entries()) {
      const named = countNamed(row.record)
      // A single match may be an ordinary cell.
      if (named <= most || (index > 0 && named < 2)) continue
      most = named
      best = { delimiter, linesAbove: firstLine(row) - 1 }
    }
  }
  return best
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
  const { delimiter, linesAbove } = findHead(text)
  const [header, ...records] = parseRecords(textBelow(text, linesAbove), delimiter, {
    mostRows,
    linesAbove,
    onSkip: (error) =>
      broken.push({ line: Number(error.lines) + linesAbove, ...brokenReason(error) }),
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

function brokenReason(error: CsvError): ImportProblem {
  return problem(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'quote_not_closed' : 'quote_inside')
}
