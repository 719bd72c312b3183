import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Geocoding } from '#features/places/geocoding/server/door.ts'
import { listOfferedItems } from '#features/places/items/server/door.ts'
import type { Database } from '#platform/server/db/client.ts'
import type { Position } from '#platform/shared/geography.ts'
import type { ImportColumn } from '../contract.ts'
import type { ImportProblem, RowProblem } from '../import-problems.ts'
import type { ChosenColumns } from './csv-columns.ts'
import { type CsvLimits, readCsvApart } from './csv-reading.ts'
import { findFar } from './far-rows.rules.ts'
import { ImportTwins } from './import-twins.rules.ts'
import { problem } from './import-words.ts'
import { findImported, isMovedSince, listPositions } from './imports.queries.ts'
import { type ImportRow, readImportRow } from './imports.rules.ts'
import { type ChosenItems, ItemNames } from './item-names.ts'

export interface ImportDeps {
  database: Database
  geocoding: Geocoding
  /** Of rows that name none: the community's. */
  country: string
}

/** A row that can be imported. */
export interface PlacedRow extends ImportRow {
  /** True if only the middle of the place could be found for it. */
  approximate: boolean
  /** True if its street was found for it and not its house. */
  guessed?: boolean
}

/**
 * Keeps the rows that can be imported, some hundred at a time and in the order of the file: all rows of a large file are
 * never in memory at once.
 */
export interface RowStore {
  add(rows: PlacedRow[]): Promise<void>
  /** All parts, by their number; {@link replace} may change the one that is being looked at. */
  parts(): AsyncIterable<{ part: number; rows: PlacedRow[] }>
  replace(part: number, rows: PlacedRow[]): Promise<void>
}

/** What a file holds besides the rows that can be imported, before anything was compared with what is there. */
export interface PreparedImport {
  header: string[]
  columns: ImportColumn[]
  rejections: RowProblem[]
  warnings: RowProblem[]
  notices: ImportProblem[]
}

/** What somebody said of the file. */
export interface ReadingChoices {
  columns?: ChosenColumns | undefined
  items?: ChosenItems | undefined
}

/** Others are answered between two of these. */
const ROWS_AT_A_TIME = 50

/** Reads all rows into the store; says what is wrong with the others. */
async function readRows(
  { database, country }: ImportDeps,
  bytes: Uint8Array,
  limits: CsvLimits,
  choices: ReadingChoices,
  store: RowStore,
) {
  const itemNames = new ItemNames(await listOfferedItems(database.orm), choices.items)
  const twins = new ImportTwins()
  const rejections: RowProblem[] = []
  const csv = await readCsvApart(bytes, limits, choices.columns ?? {}, async (rows) => {
    const distinct: ImportRow[] = []
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_AT_A_TIME === 0) await nextTurn()
      const read = await readImportRow(row, itemNames, country)
      if ('code' in read) {
        rejections.push(read)
        continue
      }
      const own = twins.tellApart(read)
      if (own) distinct.push(own)
    }
    await store.add(distinct.map((row) => ({ ...row, approximate: false })))
  })
  await joinTwins(store, twins)
  const { header, columns, broken, notices } = csv
  return {
    header,
    columns,
    notices,
    rejections: [...broken, ...rejections, ...twins.rejections],
    warnings: twins.warnings,
  }
}

/** Gives letterboxes the stickers of rows further down the file that share them. */
async function joinTwins(store: RowStore, twins: ImportTwins): Promise<void> {
  if (twins.joined.size === 0) return
  for await (const { part, rows } of store.parts()) {
    if (!rows.some(({ line }) => twins.joined.has(line))) continue
    await store.replace(
      part,
      rows.map((row) => twins.withJoined(row)),
    )
  }
}

type OnProgress = (done: number, total: number) => void | Promise<void>

/** Which of these rows are new and give no position. */
async function unplacedOf({ database }: ImportDeps, rows: PlacedRow[]): Promise<Set<PlacedRow>> {
  const without = rows.filter(({ position }) => !position)
  const keys = without.map(({ key }) => key)
  const imported = await findImported(database.orm, keys)
  return new Set(
    without.filter((row) => {
      const before = imported.get(row.key)
      return before === undefined || (before.latitude === null && !isMovedSince(before, row))
    }),
  )
}

/** Finds positions for rows that are new and give none. */
async function findPositions(
  deps: ImportDeps,
  store: RowStore,
  onProgress: OnProgress,
): Promise<RowProblem[]> {
  let total = 0
  for await (const { rows } of store.parts()) total += (await unplacedOf(deps, rows)).size
  const rejections: RowProblem[] = []
  if (total === 0) return rejections
  let done = 0
  for await (const { part, rows } of store.parts()) {
    const unplaced = await unplacedOf(deps, rows)
    if (unplaced.size === 0) continue
    const placed: PlacedRow[] = []
    for (const row of rows) {
      if (!unplaced.has(row)) {
        placed.push(row)
        continue
      }
      // Known places are found without waiting for anything, so other requests would never get a turn.
      await nextTurn()
      const position = await deps.geocoding.geocode(row, { patient: true })
      if (position) {
        const { latitude, longitude, location_type } = position
        const approximate = location_type === 'APPROXIMATE'
        const guessed = location_type === 'STREET'
        const warnings = guessed
          ? [...row.warnings, problem('spot_guessed', { text: row.address.slice(0, 80) })]
          : row.warnings
        placed.push({ ...row, position: { latitude, longitude }, approximate, guessed, warnings })
      } else {
        const { line, city, country } = row
        rejections.push({ line, ...problem('place_unknown', { city, country }) })
      }
      await onProgress(++done, total)
    }
    await store.replace(part, placed)
  }
  return rejections
}

/** Letterboxes by which the middle of the community is found: their ids are random, so these are as well. */
const COMMUNITY_SAMPLE = 1000

/** What is odd about the rows by themselves, and those that lie far from all others. */
async function findWarnings(database: Database, store: RowStore): Promise<RowProblem[]> {
  const odd: RowProblem[] = []
  const lines: number[] = []
  const positions: Position[] = []
  for await (const { rows } of store.parts()) {
    for (const { line, warnings, position } of rows) {
      odd.push(...warnings.map((warning) => ({ line, ...warning })))
      if (!position) continue
      lines.push(line)
      positions.push(position)
    }
  }
  await nextTurn()
  const far = findFar(positions, await listPositions(database.orm, COMMUNITY_SAMPLE))
  const farAway = [...far].flatMap(([index, metres]): RowProblem[] => {
    const line = lines[index]
    const km = `${Math.round(metres / 1000)}`
    return line === undefined ? [] : [{ line, ...problem('far_away', { km }) }]
  })
  return [...odd, ...farAway]
}

/**
 * Reads a file, finds a position for each row and keeps the rows in a store that is empty. Throws CsvFileError when
 * nothing can be read.
 */
export async function prepareImport(
  deps: ImportDeps,
  bytes: Uint8Array,
  limits: CsvLimits,
  choices: ReadingChoices,
  store: RowStore,
  onProgress: OnProgress,
): Promise<PreparedImport> {
  const read = await readRows(deps, bytes, limits, choices, store)
  const unknown = await findPositions(deps, store, onProgress)
  const warnings = [...read.warnings, ...(await findWarnings(deps.database, store))]
  return { ...read, rejections: [...read.rejections, ...unknown], warnings }
}
