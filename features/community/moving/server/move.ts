import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { Geocoding } from '#features/places/geocoding/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Asked } from '#platform/server/questions.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { LegacyKind } from '../legacy-kinds.ts'
import { legacy_ids } from '../tables.ts'
import type { Values } from './legacy-ids.queries.ts'
import type { FileReport } from './report.ts'
import type { SiteRow } from './site-files.ts'

/** What every kind of row needs while it is imported. */
export interface Move {
  /** The transaction of the file. */
  db: Db
  asked: Asked
  geocoding: Geocoding
  folder: string
  now: Date
  timeZone: string
  /** For rows that name none. */
  country: string
  lang: Language
  /** Moderators and administrators of the file become that here as well; otherwise they are members. */
  givingRoles: boolean
  /** Nothing is kept, so no time is spent on password hashes. */
  checking: boolean
  report: FileReport
}

/** A row that can be stored. */
export interface ReadRow {
  line: number
  old_id: string
  /** What a later run compares, field by field. */
  values: Values
}

export interface StoredRow<Row> {
  row: Row
  new_id: string
  created: boolean
}

/** How the rows of a file are read and stored. */
export interface Kind<Row extends ReadRow> {
  kind: LegacyKind
  file: string
  columns: readonly string[]
  /** Reads some hundred rows; refuses those that cannot be stored. */
  read(move: Move, rows: SiteRow[]): Promise<Row[]>
  store(move: Move, rows: Row[]): Promise<StoredRow<Row>[]>
  /** The same fields as they are here now; rows that are gone are missing. */
  current(move: Move, newIds: string[]): Promise<Map<string, Values>>
  /** Sets the fields that changed at the old site. */
  change(move: Move, newId: string, row: Row, names: readonly string[]): Promise<void>
  /** Deletes rows and returns the ids of those that are gone; the others are in use here. */
  remove(move: Move, newIds: string[]): Promise<string[]>
  /** Fields that this run neither compares nor sets. */
  leftOut?(move: Move): readonly string[]
  /** Runs when all rows are stored. */
  finish?(move: Move): Promise<void>
}

/** Condition: an id is one of the rows of a kind that a run created. */
export const isMoved = (id: SQL | { getSQL(): SQL }, kind: LegacyKind): SQL =>
  sql`${id}::text IN (SELECT ${legacy_ids.new_id} FROM ${legacy_ids}
    WHERE ${legacy_ids.kind} = ${kind} AND ${legacy_ids.created})`

/** The text of a cell, cut to what the column holds. */
export function textOf(move: Move, { line, fields }: SiteRow, name: string, most: number): string {
  const text = fields[name]?.trim() ?? ''
  if ([...text].length <= most) return text
  move.report.note(line, `${name} is longer than ${most} characters and was cut`)
  return [...text].slice(0, most).join('').trim()
}
