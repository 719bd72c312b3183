import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { letterbox_items, letterboxes } from '../tables.ts'
import { isOnMap } from './index/letterbox-visibility.ts'
import { signOfLife } from './letterbox-signs.queries.ts'

/** The stickers of the letterbox that a user owns are still true, which is a sign of life as well. */
export async function confirmItems(db: Db, ownerId: string, now: Date): Promise<void> {
  await db
    .update(letterboxes)
    .set({ items_confirmed_at: now, confirmation_asked_at: null, ...signOfLife(now) })
    .where(eq(letterboxes.user_id, ownerId))
}

/** Nobody is asked any more about the stickers of the letterbox that a user owns. */
export async function stopReminders(db: Db, ownerId: string): Promise<void> {
  await db
    .update(letterboxes)
    .set({ confirmation_reminders: false })
    .where(eq(letterboxes.user_id, ownerId))
}

/**
 * Finds letterboxes on the map whose stickers are old, locks them and marks them as asked about now: of
 * several processes one gets each.
 * @param due.confirmedBefore stickers confirmed since are not old
 * @param due.askedBefore who was asked since is not asked again yet
 * @returns their owners, the one with the oldest stickers first
 */
export async function markAsAsked(
  tx: Db,
  due: { confirmedBefore: Date; askedBefore: Date; atMost: number },
  now: Date,
): Promise<UserRow[]> {
  const rows = await tx
    .select({ id: letterboxes.id, owner: users })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(
      and(
        lt(letterboxes.items_confirmed_at, due.confirmedBefore),
        or(
          isNull(letterboxes.confirmation_asked_at),
          lt(letterboxes.confirmation_asked_at, due.askedBefore),
        ),
        eq(letterboxes.confirmation_reminders, true),
        isOnMap,
        isNotNull(users.email_confirmed_at),
        exists(
          tx
            .select({ one: sql`1` })
            .from(letterbox_items)
            .where(eq(letterbox_items.letterbox_id, letterboxes.id)),
        ),
      ),
    )
    .orderBy(asc(letterboxes.items_confirmed_at))
    .limit(due.atMost)
    .for('update', { of: letterboxes, skipLocked: true })
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  await tx
    .update(letterboxes)
    .set({ confirmation_asked_at: now })
    .where(inArray(letterboxes.id, ids))
  return rows.map(({ owner }) => owner)
}
