import { inArray } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { cases } from '../tables.ts'

// What the import of a whole site writes: see features/community/moving.

/** A report about a letterbox of the old site. */
export type MovedReport = Omit<typeof cases.$inferInsert, 'kind'> & { id: string }

export async function storeMovedReports(db: Db, rows: MovedReport[]): Promise<void> {
  if (rows.length > 0)
    await db.insert(cases).values(rows.map((row) => ({ ...row, kind: 'report' as const })))
}

export const findMovedReports = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: cases.id, handled_at: cases.handled_at })
    .from(cases)
    .where(inArray(cases.id, [...ids]))

/** Closes reports that the old site has closed since. */
export async function closeMovedReports(
  db: Db,
  ids: readonly string[],
  handled_at: Date,
): Promise<void> {
  await db
    .update(cases)
    .set({ handled_at, outcome: 'done' })
    .where(inArray(cases.id, [...ids]))
}

export async function removeMovedReports(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .delete(cases)
    .where(inArray(cases.id, [...ids]))
    .returning({ id: cases.id })
  return rows.map(({ id }) => id)
}
