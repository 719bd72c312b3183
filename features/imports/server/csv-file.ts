import { type CsvError, parse } from 'csv-parse/sync'
import { foldName } from '#platform/shared/input/folded-name.ts'
import type { ImportColumn } from '../contract.ts'
import { COLUMNS, type Column, REJECTS_COLUMNS } from '../import-columns.ts'
import type { ImportProblem, RowProblem } from '../import-problems.ts'
import { problem, sentenceOf } from './import-words.ts'

/** The file as a whole cannot be used; its message says why and what to do. */
export class CsvFileError extends Error {
  readonly problem: ImportProblem
  /** The columns that were found, where the file could be read as far as that. */
  readonly columns: ImportColumn[]

  constructor(problem: ImportProblem, columns: ImportColumn[] = []) {
    super(sentenceOf(problem))
    this.problem = problem
    this.columns = columns
  }
}

const REQUIRED: Column[] = ['address', 'postcode', 'city']

/** Other names of the columns; case, accents and punctuation do not matter. */
const ALIASES: Record<Column, string> = {
  address:
    'address, street, adresse, strasse, strasse nr, strasse und hausnummer, rue, indirizzo, via',
  address_addition:
    'address addition, addition, zusatz, adresszusatz, complement, complement adresse',
  postcode: 'postcode, postal code, zip, zip code, plz, postleitzahl, npa, code postal, cap',
  city: 'city, town, place, ort, ortschaft, wohnort, stadt, gemeinde, ville, localite, lieu, citta',
  country: 'country, country code, land, pays, paese',
  latitude: 'latitude, lat, breite, breitengrad',
  longitude: 'longitude, long, lng, lon, laenge, laengengrad',
  items:
    'items, item, stickers, sticker, gegenstaende, gegenstand, dinge, kleber, aufkleber, objets, objet, autocollants',
  firstname: 'firstname, first name, given name, vorname, prenom, nome',
  lastname:
    'lastname, last name, surname, family name, name, nachname, familienname, nom, nom de famille, cognome',
  email: 'email, e mail, mail, email address, e mail adresse, courriel',
  messaging: 'messaging, enable messaging, messages, nachrichten, messagerie',
}

const squeeze = (header: string) => foldName(header).replaceAll(' ', '')
const COLUMN_OF = new Map(
  COLUMNS.flatMap((column) => ALIASES[column].split(', ').map((alias) => [squeeze(alias), column])),
)

const IGNORED = new Set(Object.values(REJECTS_COLUMNS).map(squeeze))

const DELIMITERS = [';', ',', '\t']
const MAX_BYTES = 50 * 1024 * 1024
const MOST_NOTICES = 20
/** Columns that can be chosen by hand, and how much of each is shown for that. */
const MOST_COLUMNS = 60
const SAMPLE_ROWS = 20
const SAMPLE_LENGTH = 60

/** By the place of a column in the file: what it holds, or that it is left out. */
export type ChosenColumns = Readonly<Record<string, Column | null>>

export interface CsvRow {
  /** Where the row begins in the file; the header is line 1. */
  line: number
  fields: Partial<Record<Column, string>>
}

/** A row as it stands in the file. */
export interface CsvRecord {
  line: number
  record: string[]
}

export interface CsvFile {
  /** The first line. */
  header: string[]
  columns: ImportColumn[]
  /** Of all rows that could be taken apart, in the order of the file; each is made as it is asked for. */
  records: () => Generator<CsvRecord>
  rows: () => Generator<CsvRow>
  /** Rows that are no rows: broken quotes and the like. */
  broken: RowProblem[]
  /** What is worth knowing before the result is trusted. */
  notices: ImportProblem[]
}

const startsWith = (bytes: Uint8Array, ...first: number[]) =>
  first.every((byte, index) => bytes[index] === byte)

function decode(bytes: Uint8Array, notices: ImportProblem[]): string {
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) throw new CsvFileError(problem('spreadsheet'))
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new CsvFileError(problem('not_text'))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    notices.push(problem('not_utf8'))
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

interface Parsed {
  record: string[]
  /** The line on which the record ends. */
  lastLine: number
}

function parseRecords(
  text: string,
  delimiter: string,
  mostRows: number,
  onSkip: (error: CsvError) => void,
): Parsed[] {
  const records: Parsed[] = []
  let rows = -1
  const countRow = () => {
    if (++rows > mostRows) throw new CsvFileError(problem('too_many_rows', { rows: `${mostRows}` }))
  }
  parse(text, {
    delimiter,
    bom: true,
    on_record: (record: string[], { lines }) => {
      countRow()
      records.push({ record, lastLine: lines })
      return null
    },
    trim: true,
    relax_column_count: true,
    // Nothing but separators: whole pages of them follow the rows of some spreadsheets.
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

function knownColumns(header: string[]): number {
  return header.filter((name) => COLUMN_OF.has(squeeze(name))).length
}

/** The separator under which the first line names the most columns. */
function findDelimiter(text: string): string {
  const [heading = ''] = text.split(/\r\n|\r|\n/, 1)
  const counts = DELIMITERS.map((delimiter) => {
    const header = heading.split(delimiter).map((name) => name.replaceAll('"', ''))
    return knownColumns(header)
  })
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** What the first cells of a column are, so that somebody knows what it holds. */
function sampleOf(records: readonly Parsed[], index: number): string {
  const first = records.slice(0, SAMPLE_ROWS).find(({ record }) => record[index]?.trim())
  return first?.record[index]?.trim().slice(0, SAMPLE_LENGTH) ?? ''
}

function findColumns(
  header: string[],
  records: readonly Parsed[],
  chosen: ChosenColumns,
): (ImportColumn & { isChosen: boolean })[] {
  return header.map((name, index) => {
    const choice = chosen[index]
    return {
      index,
      name: name.slice(0, 80),
      sample: sampleOf(records, index),
      column: choice === undefined ? (COLUMN_OF.get(squeeze(name)) ?? null) : choice,
      isChosen: choice !== undefined,
    }
  })
}

/** What each column of the file holds. Throws {@link CsvFileError} where one is missing or comes twice. */
function readHeader(
  header: string[],
  records: readonly Parsed[],
  chosen: ChosenColumns,
  notices: ImportProblem[],
): ImportColumn[] {
  const all = findColumns(header, records, chosen)
  const shown = all.slice(0, MOST_COLUMNS).map(({ isChosen: _, ...column }) => column)
  const columns = all.map(({ column }) => column)
  const missing = REQUIRED.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    const found = header.join(' | ').slice(0, 300)
    throw new CsvFileError(
      problem('columns_missing', { columns: missing.join(', '), found: found || '–' }),
      shown,
    )
  }
  for (const { index, name, column, isChosen } of all) {
    if (column === null) {
      const isKnown = isChosen || IGNORED.has(squeeze(name))
      if (name && !isKnown && notices.length < MOST_NOTICES) {
        notices.push(problem('column_unknown', { name }))
      }
    } else if (columns.indexOf(column) !== index) {
      throw new CsvFileError(problem('column_twice', { column, name }), shown)
    }
  }
  return all.map(({ isChosen: _, ...column }) => column)
}

const lineBreaks = (record: string[]) =>
  record.reduce((sum, field) => sum + (field.match(/\n/g)?.length ?? 0), 0)

const firstLine = ({ record, lastLine }: Parsed) => lastLine - lineBreaks(record)

/** The apostrophe with which our own files disarm what a spreadsheet would take for a formula. */
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
 * Reads a CSV file: UTF-8, UTF-16 or Windows-1252, with or without a byte order mark, separated by
 * semicolons, commas or tabs, any line ends. Throws {@link CsvFileError} when nothing can be read, or when there are
 * too many rows.
 * @param chosen what somebody said that columns hold, before what their names say
 */
export function readCsv(
  bytes: Uint8Array,
  mostRows = Number.POSITIVE_INFINITY,
  chosen: ChosenColumns = {},
): CsvFile {
  if (bytes.length > MAX_BYTES) throw new CsvFileError(problem('too_large', { megabytes: '50' }))
  const notices: ImportProblem[] = []
  const text = decode(bytes, notices)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  if (text.trim() === '') throw new CsvFileError(problem('empty'))
  const broken: CsvFile['broken'] = []
  const delimiter = findDelimiter(text)
  const [header, ...records] = parseRecords(text, delimiter, mostRows, (error) =>
    broken.push({ line: Number(error.lines), ...brokenReason(error) }),
  )
  const columns = readHeader(header?.record ?? [], records, chosen, notices)
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
