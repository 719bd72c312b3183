import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type AnnouncementRow, announcement_views, announcements } from '../tables.ts'

// What the import of a whole site writes: see features/community/moving.

/** Stores an announcement, under its old id if that is free. Nothing is sent. */
export async function storeMovedAnnouncement(
  db: Db,
  { id, ...row }: typeof announcements.$inferInsert,
): Promise<number> {
  const [kept] =
    id === undefined
      ? []
      : await db
          .insert(announcements)
          .values({ id, ...row })
          .onConflictDoNothing()
          .returning({ id: announcements.id })
  if (kept) {
    // The next one of its own comes after it.
    await db.execute(sql`SELECT setval(pg_get_serial_sequence('announcements', 'id'),
      greatest((SELECT max(id) FROM announcements), 3))`)
    return kept.id
  }
  const [stored] = await db.insert(announcements).values(row).returning({ id: announcements.id })
  if (!stored) throw new Error('Unexpected: an announcement was not stored')
  return stored.id
}

export const findAnnouncements = (db: Db, ids: readonly number[]): Promise<AnnouncementRow[]> =>
  db
    .select()
    .from(announcements)
    .where(inArray(announcements.id, [...ids]))

/** Stores who has seen what, and the answers. */
export async function storeMovedViews(
  db: Db,
  rows: (typeof announcement_views.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(announcement_views).values(rows).onConflictDoNothing()
}

export async function removeMovedAnnouncements(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .delete(announcements)
    .where(inArray(announcements.id, [...ids]))
    .returning({ id: announcements.id })
  return rows.map(({ id }) => id)
}
