import type { Language } from '@letterlend/contract/languages.ts'
import type { Database, Db } from '../../db/client.ts'
import type { Geocoding } from '../../geocoding/geocoder.ts'
import { listItems } from '../items/items.queries.ts'
import { readCsv } from './csv-file.ts'
import {
  announceImport,
  beginImport,
  findImported,
  findKnownEmails,
  type ImportedLetterbox,
  insertRows,
  updateRow,
} from './import.queries.ts'
import { type ImportRow, type Rejection, readImportRow, rejectDuplicates } from './import.rules.ts'
import { ItemNames } from './item-names.ts'

export interface ImportOptions {
  /** Says what would happen and writes nothing. */
  dryRun?: boolean
  /** Writes nothing when any row is rejected. */
  strict?: boolean
  /** Language of the accounts, for the mails they get. */
  lang?: Language
  onProgress?: (step: 'finding places' | 'writing', done: number, total: number) => void
}

export interface ImportResult {
  created: number
  updated: number
  unchanged: number
  /** Left alone because their owner confirmed the account since the last import. */
  taken_over: number
  /** Of the created ones: put in the middle of their place, for want of a better position. */
  approximate: number
  rejections: Rejection[]
  notices: string[]
  /** False after a dry run, and when `strict` held everything back. */
  written: boolean
}

interface Plan {
  create: ImportRow[]
  update: { id: string; row: ImportRow }[]
  unchanged: number
  taken_over: number
  rejections: Rejection[]
}

async function readRows(database: Database, bytes: Uint8Array) {
  const { rows, broken, notices } = readCsv(bytes)
  const itemNames = new ItemNames(await listItems(database.orm))
  const rejections: Rejection[] = [...broken]
  const valid: ImportRow[] = []
  for (const row of rows) {
    const read = await readImportRow(row, itemNames)
    if ('reason' in read) rejections.push(read)
    else valid.push(read)
  }
  const distinct = rejectDuplicates(valid)
  return { rows: distinct.rows, rejections: rejections.concat(distinct.rejections), notices }
}

/** Finds positions for rows that are new and give none. */
async function findPositions(
  database: Database,
  geocoding: Geocoding,
  rows: ImportRow[],
  onProgress: (done: number, total: number) => void,
) {
  const imported = await findImported(
    database.orm,
    rows.map(({ key }) => key),
  )
  const needed = rows.filter(
    ({ key, position }) => !position && imported.get(key)?.latitude == null,
  )
  const lost = new Map<string, Rejection>()
  const approximate = new Set<string>()
  for (const [index, row] of needed.entries()) {
    const found = await geocoding.geocode(row, { patient: true })
    if (found) {
      row.position = { latitude: found.latitude, longitude: found.longitude }
      if (found.location_type === 'APPROXIMATE') approximate.add(row.key)
    } else {
      const reason = `no place "${row.city}" is known in ${row.country}: give latitude and longitude`
      lost.set(row.key, { line: row.line, reason })
    }
    onProgress(index + 1, needed.length)
  }
  return {
    rows: rows.filter(({ key }) => !lost.has(key)),
    rejections: [...lost.values()],
    approximate,
  }
}

/** About a centimetre: less is rounding. */
const SAME_DEGREES = 1e-7

function isUnchanged(row: ImportRow, before: ImportedLetterbox): boolean {
  const moved =
    row.position !== null &&
    (Math.abs(row.position.latitude - (before.latitude ?? 999)) > SAME_DEGREES ||
      Math.abs(row.position.longitude - (before.longitude ?? 999)) > SAME_DEGREES)
  return !moved && row.items.join() === before.items.join()
}

async function makePlan(db: Db, rows: ImportRow[]): Promise<Plan> {
  const plan: Plan = { create: [], update: [], unchanged: 0, taken_over: 0, rejections: [] }
  const imported = await findImported(
    db,
    rows.map(({ key }) => key),
  )
  const created = rows.filter(({ key }) => !imported.has(key))
  const emails = created.map(({ email }) => email).filter((email) => email !== null)
  const known = await findKnownEmails(db, emails)
  for (const row of rows) {
    const before = imported.get(row.key)
    if (before?.taken_over) plan.taken_over++
    else if (before && isUnchanged(row, before)) plan.unchanged++
    else if (before) plan.update.push({ id: before.id, row })
    else if (row.email && known.has(row.email.toLowerCase())) {
      const reason = `${row.email} has an account already: its owner places the letterbox`
      plan.rejections.push({ line: row.line, reason })
    } else plan.create.push(row)
  }
  return plan
}

async function writePlan(
  db: Db,
  { create, update }: Plan,
  lang: Language,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const total = create.length + update.length
  let done = 0
  const onWritten = (count: number) => {
    done += count
    onProgress(done, total)
  }
  await insertRows(db, create, { lang, onWritten })
  for (const { id, row } of update) {
    await updateRow(db, id, row)
    onWritten(1)
  }
  if (total > 0) await announceImport(db)
}

/**
 * Imports a community's letterboxes. Good rows are written in one transaction, so a killed import
 * leaves nothing; bad ones are reported. A row imported before is updated, never doubled. Throws
 * CsvFileError when the file as a whole cannot be read.
 */
export async function importLetterboxes(
  { database, geocoding }: { database: Database; geocoding: Geocoding },
  bytes: Uint8Array,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { dryRun = false, strict = false, lang = 'de', onProgress = () => {} } = options
  const read = await readRows(database, bytes)
  const placed = await findPositions(database, geocoding, read.rows, (done, total) =>
    onProgress('finding places', done, total),
  )
  return database.orm.transaction(async (db) => {
    await beginImport(db)
    const plan = await makePlan(db, placed.rows)
    const rejections = [...read.rejections, ...placed.rejections, ...plan.rejections].sort(
      (a, b) => a.line - b.line,
    )
    const written = !dryRun && !(strict && rejections.length > 0)
    if (written)
      await writePlan(db, plan, lang, (done, total) => onProgress('writing', done, total))
    return {
      created: plan.create.length,
      updated: plan.update.length,
      unchanged: plan.unchanged,
      taken_over: plan.taken_over,
      approximate: plan.create.filter(({ key }) => placed.approximate.has(key)).length,
      rejections,
      notices: read.notices,
      written,
    }
  })
}
