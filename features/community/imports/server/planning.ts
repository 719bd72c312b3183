import type { Db } from '#platform/server/db/client.ts'
import { DEFAULT_LANGUAGE } from '#platform/shared/languages.ts'
import type { RowProblem } from '../import-problems.ts'
import { changedOwner, isSameOwner, newOwner } from './import-owners.queries.ts'
import { problem } from './import-words.ts'
import {
  findImported,
  findKnownEmails,
  type ImportedLetterbox,
  isMovedSince,
} from './imports.queries.ts'
import type { ImportRow } from './imports.rules.ts'
import type { PlacedRow } from './preparing.ts'

/** What importing does with each row. */
export interface ImportPlan {
  create: PlacedRow[]
  update: { before: ImportedLetterbox; row: PlacedRow }[]
  unchanged: PlacedRow[]
  /** Skipped, because their owner confirmed the account since the last import. */
  taken_over: PlacedRow[]
  rejections: RowProblem[]
}

/** In degrees, about a centimetre. Smaller differences are rounding. */
const SAME_DEGREES = 1e-7

function isUnchanged(row: ImportRow, before: ImportedLetterbox): boolean {
  const moved =
    row.position !== null &&
    (Math.abs(row.position.latitude - (before.latitude ?? 999)) > SAME_DEGREES ||
      Math.abs(row.position.longitude - (before.longitude ?? 999)) > SAME_DEGREES)
  const owner = changedOwner(row, before.owner, false)
  return !moved && row.items.join() === before.items.join() && isSameOwner(owner, before.owner)
}

/** True if a row brings the e-mail address that an imported account lacks. */
export const bringsEmail = (row: ImportRow, before: ImportedLetterbox): boolean =>
  row.email !== null && !before.hasEmail

/** Compares rows with the existing letterboxes. */
export async function planImport(db: Db, rows: PlacedRow[]): Promise<ImportPlan> {
  const plan: ImportPlan = { create: [], update: [], unchanged: [], taken_over: [], rejections: [] }
  const imported = await findImported(
    db,
    rows.map(({ key }) => key),
  )
  const emails = rows
    .filter(({ key }) => imported.get(key)?.hasEmail !== true)
    .flatMap(({ email }) => email ?? [])
  const knownEmails = await findKnownEmails(db, emails)
  for (const each of rows) {
    const before = imported.get(each.key)
    const row = before && isMovedSince(before, each) ? { ...each, position: null } : each
    const isKnown = row.email !== null && knownEmails.has(row.email.toLowerCase())
    if (before?.taken_over) plan.taken_over.push(row)
    else if (before && isUnchanged(row, before) && !bringsEmail(row, before))
      plan.unchanged.push(row)
    else if (before && !(isKnown && bringsEmail(row, before))) plan.update.push({ before, row })
    else if (row.email && isKnown) {
      plan.rejections.push({ line: row.line, ...problem('has_account', { email: row.email }) })
    } else plan.create.push(row)
  }
  return plan
}

/** What a plan makes public: how many new or changed letterboxes are on the map, off it, and with a name. */
export function countPublic({ create, update }: ImportPlan) {
  const owners = [
    ...create.map((row) => newOwner(row, DEFAULT_LANGUAGE)),
    ...update.map(({ row, before }) => changedOwner(row, before.owner, bringsEmail(row, before))),
  ]
  const on_map = owners.filter(({ show_on_map }) => show_on_map).length
  return {
    on_map,
    off_map: owners.length - on_map,
    named: owners.filter(({ show_name }) => show_name).length,
  }
}

export const byLine = (a: RowProblem, b: RowProblem) => a.line - b.line
