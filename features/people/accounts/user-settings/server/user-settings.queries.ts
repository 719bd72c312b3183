import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { UserSettings } from '../contract.ts'
import { tours_seen } from '../tables.ts'

/** For queries that left-join `tours_seen`: a user without a row has seen none. */
export const toursSeen = {
  tour_map_seen: sql<boolean>`coalesce(${tours_seen.tour_map_seen}, false)`,
  tour_letterbox_seen: sql<boolean>`coalesce(${tours_seen.tour_letterbox_seen}, false)`,
}

/** Null if the account was deleted meanwhile. */
export async function findUserSettings(db: Db, userId: string): Promise<UserSettings | null> {
  const [settings] = await db
    .select({ lang: users.lang, ...toursSeen })
    .from(users)
    .leftJoin(tours_seen, eq(tours_seen.user_id, users.id))
    .where(eq(users.id, userId))
  return settings ?? null
}

export async function changeLanguage(
  db: Db,
  userId: string,
  lang: UserSettings['lang'],
): Promise<void> {
  await db.update(users).set({ lang }).where(eq(users.id, userId))
}

export async function markTourSeen(
  db: Db,
  userId: string,
  seen: Partial<typeof tours_seen.$inferInsert>,
): Promise<void> {
  await db
    .insert(tours_seen)
    .values({ user_id: userId, ...seen })
    .onConflictDoUpdate({ target: tours_seen.user_id, set: seen })
}

/** Tours that new accounts saw at a site that was moved in. */
export async function storeMovedTours(
  db: Db,
  rows: (typeof tours_seen.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(tours_seen).values(rows)
}
