import { type CsvError, type Options, parse } from 'csv-parse/sync'
import type { ImportProblem } from '../import-problems.ts'
import { CsvFileError } from './csv-file-error.ts'
import { problem } from './import-words.ts'

const DELIMITERS = [';', ',', '\t']
/** The header is among the first rows; a list may have a title above it. */
export const HEADER_WITHIN = 20
/** Characters in which the header is searched. */
export const HEAD_LENGTH = 65_536
/** Excel's line that declares the separator: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^\n])"?[;,\t]*(?=\n|$)/i

/** How every CSV file is parsed. */
export const CSV_OPTIONS = {
  bom: true,
  trim: true,
  relax_column_count: true,
  // Rows of nothing but separators: some spreadsheets add pages of them.
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  skip_records_with_error: true,
} as const satisfies Options

export interface Parsed {
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
  onBroken: (row: BrokenRow) => void
}

/** A row that cannot be parsed. An open quote swallows the lines up to the next one. */
export interface BrokenRow {
  firstLine: number
  lastLine: number
  reason: ImportProblem
}

/** Follows a parser, which knows only where a broken row ends: it begins below the row before. */
export function followRows(lastLine: number, onBroken: (row: BrokenRow) => void) {
  let last = lastLine
  return {
    onRow(line: number) {
      last = line
    },
    onBroken(error: Pick<CsvError, 'code'>, line: number) {
      onBroken({ firstLine: Math.min(last + 1, line), lastLine: line, reason: brokenReason(error) })
      last = line
    },
  }
}

export function parseRecords(
  text: string,
  delimiter: string,
  { to, mostRows = Number.POSITIVE_INFINITY, linesAbove = 0, onBroken }: Parsing,
): Parsed[] {
  const records: Parsed[] = []
  const following = followRows(linesAbove, onBroken)
  let rows = -1
  const countRow = () => {
    if (++rows > mostRows) throw new CsvFileError(problem('too_many_rows', { rows: `${mostRows}` }))
  }
  parse(text, {
    ...CSV_OPTIONS,
    delimiter,
    ...(to === undefined ? {} : { to }),
    on_record: (record: string[], { lines }) => {
      countRow()
      following.onRow(lines + linesAbove)
      records.push({ record, lastLine: lines + linesAbove })
      return null
    },
    on_skip: (error) => {
      countRow()
      if (error) following.onBroken(error, Number(error.lines) + linesAbove)
      return undefined
    },
  })
  return records
}

const lineBreaks = (record: string[]) =>
  record.reduce((sum, field) => sum + (field.match(/\n/g)?.length ?? 0), 0)

export const firstLine = ({ record, lastLine }: Parsed) => lastLine - lineBreaks(record)

export interface Head {
  delimiter: string
  /** Lines above the header. */
  linesAbove: number
}

/**
 * The separator and the header row that together name the most known columns.
 * @param countNamed how many known columns a line names
 */
export function findHead(text: string, countNamed: (record: string[]) => number): Head {
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
      onBroken: () => {},
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

function brokenReason({ code }: Pick<CsvError, 'code'>): ImportProblem {
  return problem(code === 'CSV_QUOTE_NOT_CLOSED' ? 'quote_not_closed' : 'quote_inside')
}
