import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import {
  CSV_OPTIONS,
  findHead,
  followRows,
  HEAD_LENGTH,
  markedEncodingOf,
  oldEncodingOf,
  sentenceOf,
} from '#features/community/imports/server/door.ts'

const ROWS_AT_A_TIME = 500

/** A row of a file by the names of its columns; empty cells and NULL are left out. */
export interface SiteRow {
  line: number
  fields: Readonly<Record<string, string>>
}

export interface SiteFile {
  /** How much of the file has been read, from 0 to 1. */
  shareRead(): number
  /** Columns that the import does not know. */
  unknown: string[]
  /** Some hundred rows at a time. */
  batches: AsyncGenerator<SiteRow[]>
}

interface ParsedRow {
  record: string[]
  /** `lines`: the line on which the row ends. */
  info: { lines: number }
}

/** The first bytes of a file. */
async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(4 * HEAD_LENGTH)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function* decoded(
  path: string,
  encoding: string,
  fatal: boolean,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  for await (const chunk of createReadStream(path)) {
    onBytes(chunk.length)
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}

async function isUtf8(path: string): Promise<boolean> {
  try {
    for await (const _ of decoded(path, 'utf-8', true));
    return true
  } catch {
    return false
  }
}

/** `mysql --batch` separates by tabs, quotes nothing, and writes a line break as `\n`. */
const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', 0: '', '\\': '\\' }
const unescapeTabbed = (cell: string) =>
  cell.replace(/\\([nt0\\])/g, (_, sign: string) => UNESCAPED[sign] ?? '')

const nameOf = (header: string) => header.trim().toLowerCase()

const isNothing = (cell: string) => cell === '' || cell === 'NULL' || cell === '\\N'

/**
 * Opens a file of the export. Separator, encoding and titles are found as in the import of lists; a file with tabs is
 * read as `mysql --batch` writes it. The file is streamed and never in memory as a whole.
 * @param onBroken receives rows that cannot be parsed
 */
export async function openSiteFile(
  path: string,
  columns: readonly string[],
  onBroken: (line: number, reason: string) => void,
): Promise<SiteFile> {
  const head = await headOf(path)
  const encoding =
    markedEncodingOf(head) ?? ((await isUtf8(path)) ? 'utf-8' : oldEncodingOf(head, []))
  const text = new TextDecoder(encoding).decode(head).replace(/\r\n?/g, '\n').slice(0, HEAD_LENGTH)
  const known = new Set(columns)
  const countNamed = (record: string[]) =>
    new Set(record.map(nameOf).filter((name) => known.has(name))).size
  const { delimiter, linesAbove } = findHead(text, countNamed)
  const isTabbed = delimiter === '\t'
  const following = followRows(linesAbove, ({ firstLine, lastLine, reason }) => {
    const swallowed = lastLine > firstLine ? `: lines ${firstLine} to ${lastLine} are left out` : ''
    onBroken(firstLine, `${sentenceOf(reason)}${swallowed}`)
  })
  const parser = parse({
    ...CSV_OPTIONS,
    delimiter,
    info: true,
    from_line: linesAbove + 1,
    ...(isTabbed ? { quote: null, escape: null } : {}),
    on_record: (record, { lines }) => {
      following.onRow(lines)
      return record
    },
    on_skip: (error) => {
      if (error) following.onBroken(error, Number(error.lines))
      return undefined
    },
  })
  const { size } = await stat(path)
  let bytesRead = 0
  const wholeText = decoded(path, encoding, false, (bytes) => {
    bytesRead += bytes
  })
  const rows: AsyncIterator<ParsedRow> = Readable.from(wholeText)
    .pipe(parser)
    [Symbol.asyncIterator]()
  const first = await rows.next()
  const header = first.done ? [] : first.value.record.map(nameOf)
  return {
    shareRead: () => (size === 0 ? 1 : bytesRead / size),
    unknown: header.filter((name) => name !== '' && !known.has(name)),
    batches: inBatches({ [Symbol.asyncIterator]: () => rows }, header, isTabbed, onBroken),
  }
}

async function* inBatches(
  rows: AsyncIterable<ParsedRow>,
  header: string[],
  isTabbed: boolean,
  onBroken: (line: number, reason: string) => void,
): AsyncGenerator<SiteRow[]> {
  let batch: SiteRow[] = []
  for await (const { record, info } of rows) {
    if (record.length > header.length) {
      onBroken(info.lines, `has ${record.length} fields, the first line names ${header.length}`)
      continue
    }
    const fields: Record<string, string> = {}
    for (const [index, cell] of record.entries()) {
      const name = header[index]
      if (!name || isNothing(cell)) continue
      fields[name] = (isTabbed ? unescapeTabbed(cell) : cell).normalize('NFC')
    }
    batch.push({ line: info.lines, fields })
    if (batch.length < ROWS_AT_A_TIME) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
