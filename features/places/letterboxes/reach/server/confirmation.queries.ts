import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { lockLetterboxes } from '#features/places/letterboxes/members/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { letterbox_items, letterboxes } from '../../tables.ts'
import { signOfLife } from './signs.queries.ts'

/** Confirms the stickers of the user's own letterbox; this counts as a sign of life. */
export async function confirmItems(db: Db, ownerId: string, now: Date): Promise<void> {
  await db
    .update(letterboxes)
    .set({ items_confirmed_at: now, confirmation_asked_at: null, ...signOfLife(now) })
    .where(eq(letterboxes.user_id, ownerId))
}

/** Stops the reminders to confirm the stickers of the user's own letterbox. */
export async function stopReminders(db: Db, ownerId: string): Promise<void> {
  await db
    .update(letterboxes)
    .set({ confirmation_reminders: false })
    .where(eq(letterboxes.user_id, ownerId))
}

interface Due {
  /** Stickers confirmed after this are up to date. */
  confirmedBefore: Date
  /** Owners asked after this are not asked again yet. */
  askedBefore: Date
  atMost: number
}

/** Whether the state of the letterbox makes a reminder about its stickers due. */
const isDue = ({ confirmedBefore, askedBefore }: Due) =>
  and(
    // Stickers that were never confirmed are as old as the letterbox.
    or(
      lt(letterboxes.items_confirmed_at, confirmedBefore),
      and(isNull(letterboxes.items_confirmed_at), lt(letterboxes.created_at, confirmedBefore)),
    ),
    or(
      isNull(letterboxes.confirmation_asked_at),
      lt(letterboxes.confirmation_asked_at, askedBefore),
    ),
    eq(letterboxes.confirmation_reminders, true),
  )

/**
 * Finds letterboxes on the map with old stickers, locks them and marks them as asked, so that only one process asks
 * each owner. As everywhere, locks accounts before letterboxes, and letterboxes by id, so that an owner who saves
 * meanwhile waits instead of causing a deadlock. Skips accounts that are locked; they follow next time.
 * @returns their owners, the one with the oldest stickers first
 */
export async function markAsAsked(tx: Db, due: Due, now: Date): Promise<UserRow[]> {
  const rows = await tx
    .select({ id: letterboxes.id, owner: users })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(
      and(
        isDue(due),
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
    .orderBy(asc(sql`coalesce(${letterboxes.items_confirmed_at}, ${letterboxes.created_at})`))
    .limit(due.atMost)
    .for('no key update', { of: users, skipLocked: true })
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  await lockLetterboxes(tx, ids)
  // Before the lock, the owner may have confirmed the stickers, or another process may have asked.
  const marked = await tx
    .update(letterboxes)
    .set({ confirmation_asked_at: now })
    .where(and(inArray(letterboxes.id, ids), isDue(due)))
    .returning({ id: letterboxes.id, user_id: letterboxes.user_id })
  const ownerOf = new Map(marked.map(({ id, user_id }) => [id, user_id]))
  return rows.filter(({ id, owner }) => ownerOf.get(id) === owner.id).map(({ owner }) => owner)
}
