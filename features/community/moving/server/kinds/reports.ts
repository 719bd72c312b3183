import { randomUUID } from 'node:crypto'
import {
  closeMovedReports,
  findMovedReports,
  type MovedReport,
  removeMovedReports,
  storeMovedReports,
} from '#features/community/moderation/server/door.ts'
import { REPORT_TYPES } from '#features/places/letterboxes/report-types.ts'
import { readLanguage, readSwitch, readTime } from '../cells.ts'
import { findLegacy } from '../legacy-ids.queries.ts'
import { textOfMessage } from '../message-text.ts'
import { type Kind, type ReadRow, textOf } from '../move.ts'

interface Report extends ReadRow {
  columns: Omit<MovedReport, 'id'>
}

/** By number or name; anything else is "other". */
const typeOf = (cell: string | undefined) =>
  REPORT_TYPES.find(({ id, name }) => cell === String(id) || cell === name)?.name ?? 'other'

export const reportsKind: Kind<Report> = {
  kind: 'report',
  file: 'reports.csv',
  columns: [
    'id',
    'letterbox_id',
    'user_id',
    'report_type',
    'title',
    'message',
    'email',
    'lang',
    'handled',
    'created_at',
  ],

  async read(move, rows) {
    const { db, report, timeZone } = move
    const letterboxes = await findLegacy(
      db,
      'letterbox',
      rows.flatMap(({ fields }) => fields.letterbox_id ?? []),
    )
    const users = await findLegacy(
      db,
      'user',
      rows.flatMap(({ fields }) => fields.user_id ?? []),
    )
    return rows.flatMap((row): Report[] => {
      const { line, fields } = row
      if (!fields.id) return report.refuse(line, 'id is missing')
      const letterbox = letterboxes.get(fields.letterbox_id ?? '')
      if (!letterbox)
        return report.refuse(line, `letterbox ${fields.letterbox_id ?? ''} did not come in`)
      const type = typeOf(fields.report_type)
      const email = textOf(move, row, 'email', 254)
      if (email === '' && type !== 'illegal') return report.refuse(line, 'email is missing')
      const created_at = readTime(fields.created_at, timeZone) ?? move.now
      // What the old site did not close within its life needs nobody here, unless the file says so.
      const handled = readSwitch(fields.handled, true)
      const text = textOfMessage(fields.message ?? '')
      if ([...text].length > 4000)
        report.note(line, 'message is longer than 4000 characters and was cut')
      const columns = {
        letterbox_id: letterbox.new_id,
        user_id: users.get(fields.user_id ?? '')?.new_id ?? null,
        type,
        title: textOf(move, row, 'title', 200) || type,
        text: [...text].slice(0, 4000).join(''),
        email,
        lang: readLanguage(fields.lang, move.lang),
        created_at,
        handled_at: handled ? created_at : null,
        outcome: handled ? ('done' as const) : null,
      }
      return [{ line, old_id: fields.id, values: { handled }, columns }]
    })
  },

  async store(move, rows) {
    const entries = rows.map((row) => ({ row, new_id: randomUUID(), created: true }))
    await storeMovedReports(
      move.db,
      entries.map(({ row, new_id }) => ({ ...row.columns, id: new_id })),
    )
    return entries
  },

  async current(move, ids) {
    const rows = await findMovedReports(move.db, ids)
    return new Map(rows.map(({ id, handled_at }) => [id, { handled: handled_at !== null }]))
  },

  // A report that is open again there stays closed here.
  async change(move, id, row) {
    if (row.columns.handled_at) await closeMovedReports(move.db, [id], move.now)
  },

  remove: (move, ids) => removeMovedReports(move.db, ids),
}
