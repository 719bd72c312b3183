import { desc, eq, isNull, sql } from 'drizzle-orm'
import type { LetterboxReports } from '#features/places/letterboxes/server/door.ts'
import { reports } from '../tables.ts'

const isOpen = isNull(reports.handled_at)

/** What the noun letterboxes needs to know about reports. */
export const reportsOfLetterboxes: LetterboxReports = {
  reported: sql`SELECT ${reports.letterbox_id} FROM ${reports} WHERE ${isOpen}`,

  countOpen: (letterboxId) => sql<number>`(SELECT count(*)::int FROM ${reports}
    WHERE ${reports.letterbox_id} = ${letterboxId} AND ${isOpen})`,

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
