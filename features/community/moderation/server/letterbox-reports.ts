import { and, count, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { LetterboxReports } from '#features/places/letterboxes/server/door.ts'
import { reports } from '../tables.ts'

const isOpen = isNull(reports.handled_at)

/** What the noun letterboxes needs to know about reports. */
export const reportsOfLetterboxes: LetterboxReports = {
  async findReported(db) {
    const rows = await db
      .selectDistinct({ id: reports.letterbox_id })
      .from(reports)
      .where(and(isOpen, isNotNull(reports.letterbox_id)))
    return rows.flatMap(({ id }) => id ?? [])
  },

  async countOpen(db, letterboxIds) {
    const rows = await db
      .select({ id: reports.letterbox_id, open: count() })
      .from(reports)
      .where(and(inArray(reports.letterbox_id, [...letterboxIds]), isOpen))
      .groupBy(reports.letterbox_id)
    return new Map(rows.map(({ id, open }) => [id ?? '', open]))
  },

  async list(db, letterboxId, most) {
    const rows = await db
      .select()
      .from(reports)
      .where(eq(reports.letterbox_id, letterboxId))
      .orderBy(desc(reports.created_at), desc(reports.id))
      .limit(most)
    return rows.map(({ id, type, title, message, created_at, handled_at }) => ({
      id,
      type,
      title,
      message,
      created_at: created_at.toISOString(),
      open: handled_at === null,
    }))
  },
}
