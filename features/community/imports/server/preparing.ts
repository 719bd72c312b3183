import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Geocoding } from '#features/places/geocoding/server/door.ts'
import { listOfferedItems } from '#features/places/items/server/door.ts'
import type { Database } from '#platform/server/db/client.ts'
import type { Position } from '#platform/shared/geography.ts'
import type { ImportColumn } from '../contract.admin.ts'
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
  /** For rows without a country. */
  country: string
}

/** A row that can be imported. */
export interface PlacedRow extends ImportRow {
  /** True if only the middle of its town was found. */
  approximate: boolean
  /** True if its street was found, but not its house. */
  guessed?: boolean
}

/**
 * Keeps the importable rows in parts of some hundred, in the order of the file, so that a large file is never in
 * memory as a whole.
 */
export interface RowStore {
  add(rows: PlacedRow[]): Promise<void>
  /** All parts with their numbers. {@link replace} may change the current part during the iteration. */
  parts(): AsyncIterable<{ part: number; rows: PlacedRow[] }>
  replace(part: number, rows: PlacedRow[]): Promise<void>
}

/** Everything about a file except the importable rows, before it is compared with the existing letterboxes. */
export interface PreparedImport {
  header: string[]
  columns: ImportColumn[]
  rejections: RowProblem[]
  warnings: RowProblem[]
  notices: ImportProblem[]
}

/** Choices the administrator made for the file. */
export interface ReadingChoices {
  columns?: ChosenColumns | undefined
  items?: ChosenItems | undefined
}

/** Other requests get a turn after each of these. */
const ROWS_AT_A_TIME = 50

/** Reads the importable rows into the store, and returns the problems of the others. */
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

/** Adds the stickers of later rows to the letterbox they share. */
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

/** New rows without a position. */
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

/** Finds positions for new rows that have none. */
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
      // Known places are found without waiting for I/O, so yield explicitly or other requests would starve.
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

/** Letterboxes sampled to find the community's middle. Their ids are random, so the sample is too. */
const COMMUNITY_SAMPLE = 1000

/** Warnings about single rows, and about rows far from all others. */
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
 * Reads a file, finds a position for each row and keeps the rows in an empty store. Throws CsvFileError if nothing can
 * be read.
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
