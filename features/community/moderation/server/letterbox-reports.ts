import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { AdminLetterbox } from '#features/places/letterboxes/contract.admin.ts'
import type { LetterboxReports } from '#features/places/letterboxes/server/door.ts'
import { cases } from '../tables.ts'
import { isOfKind, isOpen } from './admin/cases.queries.ts'

type ListedReport = AdminLetterbox['reports'][number]

/** What the noun letterboxes needs to know about reports. */
export const reportsOfLetterboxes: LetterboxReports = {
  async findReported(db) {
    const rows = await db
      .selectDistinct({ id: cases.letterbox_id })
      .from(cases)
      .where(isOpen('report'))
    return rows.flatMap(({ id }) => id ?? [])
  },

  async countOpen(db, letterboxIds) {
    const rows = await db
      .select({ id: cases.letterbox_id, open: count() })
      .from(cases)
      .where(and(inArray(cases.letterbox_id, [...letterboxIds]), isOpen('report')))
      .groupBy(cases.letterbox_id)
    return new Map(rows.map(({ id, open }) => [id ?? '', open]))
  },

  async list(db, letterboxId, most) {
    const rows = await db
      .select()
      .from(cases)
      .where(and(isOfKind('report'), eq(cases.letterbox_id, letterboxId)))
      .orderBy(desc(cases.created_at), desc(cases.id))
      .limit(most)
    return rows.map(({ id, type, title, text, created_at, handled_at }) => ({
      id,
      type: type as ListedReport['type'],
      title,
      message: text,
      created_at: created_at.toISOString(),
      open: handled_at === null,
    }))
  },
}
