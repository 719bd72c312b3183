import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Geocoding } from '#features/geocoding/server/door.ts'
import { listOfferedItems } from '#features/items/server/door.ts'
import type { Database } from '#platform/server/db/client.ts'
import type { ImportColumn } from '../import-columns.ts'
import type { ImportProblem, RowProblem } from '../import-problems.ts'
import type { ChosenColumns, CsvRecord } from './csv-file.ts'
import { type CsvLimits, readCsvApart } from './csv-reading.ts'
import { findFar } from './far-rows.rules.ts'
import { problem } from './import-words.ts'
import { findImported, listPositions } from './imports.queries.ts'
import { type ImportRow, readImportRow, rejectDuplicates } from './imports.rules.ts'
import { type ChosenItems, ItemNames } from './item-names.ts'

export interface ImportDeps {
  database: Database
  geocoding: Geocoding
}

/** A row that can be imported. */
export interface PlacedRow extends ImportRow {
  /** True if only the middle of the place could be found for it. */
  approximate: boolean
}

/** What a file holds, before anything was compared with what is there. */
export interface PreparedImport {
  rows: PlacedRow[]
  rejections: RowProblem[]
  warnings: RowProblem[]
  notices: ImportProblem[]
}

/** What the file is, besides. */
export interface ReadFile {
  header: string[]
  columns: ImportColumn[]
  records: CsvRecord[]
}

/** What somebody said of the file. */
export interface ReadingChoices {
  columns?: ChosenColumns | undefined
  items?: ChosenItems | undefined
}

/** Others are answered between two of these. */
const ROWS_AT_A_TIME = 100

async function readRows(
  database: Database,
  bytes: Uint8Array,
  limits: CsvLimits,
  choices: ReadingChoices,
) {
  const csv = await readCsvApart(bytes, limits, choices.columns ?? {})
  const { rows, broken, notices, header, columns, records } = csv
  const itemNames = new ItemNames(await listOfferedItems(database.orm), choices.items)
  const rejections: RowProblem[] = [...broken]
  const valid: ImportRow[] = []
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_A_TIME === 0) await nextTurn()
    const read = await readImportRow(row, itemNames)
    if ('code' in read) rejections.push(read)
    else valid.push(read)
  }
  const distinct = rejectDuplicates(valid)
  return {
    rows: distinct.rows,
    rejections: rejections.concat(distinct.rejections),
    notices,
    file: { header, columns, records },
  }
}

type OnProgress = (done: number, total: number) => void | Promise<void>

/** Finds positions for rows that are new and give none. */
async function findPositions(
  { database, geocoding }: ImportDeps,
  rows: ImportRow[],
  onProgress: OnProgress,
) {
  const imported = await findImported(
    database.orm,
    rows.map(({ key }) => key),
  )
  const isNeeded = ({ key, position }: ImportRow) =>
    !position && imported.get(key)?.latitude == null
  const total = rows.filter(isNeeded).length
  const placed: PlacedRow[] = []
  const rejections: RowProblem[] = []
  let done = 0
  for (const row of rows) {
    if (!isNeeded(row)) {
      placed.push({ ...row, approximate: false })
      continue
    }
    // Known places are found without waiting for anything, so other requests would never get a turn.
    await nextTurn()
    const position = await geocoding.geocode(row, { patient: true })
    if (position) {
      const { latitude, longitude, location_type } = position
      const approximate = location_type === 'APPROXIMATE'
      placed.push({ ...row, position: { latitude, longitude }, approximate })
    } else {
      const { line, city, country } = row
      rejections.push({ line, ...problem('place_unknown', { city, country }) })
    }
    await onProgress(++done, total)
  }
  return { rows: placed, rejections }
}

/** Letterboxes by which the middle of the community is found: their ids are random, so these are as well. */
const COMMUNITY_SAMPLE = 1000

const farWarnings = async (database: Database, rows: readonly PlacedRow[]) => {
  const placed = rows.filter(({ position }) => position !== null)
  const community = await listPositions(database.orm, COMMUNITY_SAMPLE)
  const far = findFar(
    placed.flatMap(({ position }) => position ?? []),
    community,
  )
  return [...far].flatMap(([index, metres]): RowProblem[] => {
    const row = placed[index]
    const km = `${Math.round(metres / 1000)}`
    return row ? [{ line: row.line, ...problem('far_away', { km }) }] : []
  })
}

/** Reads a file and finds a position for each row. Throws CsvFileError when nothing can be read. */
export async function prepareImport(
  deps: ImportDeps,
  bytes: Uint8Array,
  limits: CsvLimits,
  choices: ReadingChoices,
  onProgress: OnProgress,
): Promise<PreparedImport & { file: ReadFile }> {
  const read = await readRows(deps.database, bytes, limits, choices)
  const placed = await findPositions(deps, read.rows, onProgress)
  const odd = placed.rows.flatMap(({ line, warnings }) =>
    warnings.map((warning) => ({ line, ...warning })),
  )
  return {
    rows: placed.rows,
    rejections: [...read.rejections, ...placed.rejections],
    warnings: [...odd, ...(await farWarnings(deps.database, placed.rows))],
    notices: read.notices,
    file: read.file,
  }
}
