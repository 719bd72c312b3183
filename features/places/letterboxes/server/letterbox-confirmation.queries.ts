import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { letterbox_items, letterboxes } from '../tables.ts'
import { isOnMap } from './index/letterbox-visibility.ts'
import { signOfLife } from './letterbox-signs.queries.ts'
import { lockLetterboxes } from './letterboxes.ownership.ts'

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

interface Due {
  /** Stickers confirmed since are not old. */
  confirmedBefore: Date
  /** Who was asked since is not asked again yet. */
  askedBefore: Date
  atMost: number
}

/** What of the letterbox itself decides whether its owner is asked about the stickers. */
const isDue = ({ confirmedBefore, askedBefore }: Due) =>
  and(
    // What nobody has confirmed is as old as the letterbox.
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
 * Finds letterboxes on the map whose stickers are old, locks them and marks them as asked about now: of
 * several processes one gets each. As everywhere accounts are locked before letterboxes, and letterboxes in the order of
 * their ids: an owner who saves something meanwhile waits, instead of ending in a deadlock. Accounts that somebody holds
 * are left for the next time.
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
  // Somebody may have confirmed the stickers, or another process asked, before they were locked.
  const marked = await tx
    .update(letterboxes)
    .set({ confirmation_asked_at: now })
    .where(and(inArray(letterboxes.id, ids), isDue(due)))
    .returning({ id: letterboxes.id, user_id: letterboxes.user_id })
  const ownerOf = new Map(marked.map(({ id, user_id }) => [id, user_id]))
  return rows.filter(({ id, owner }) => ownerOf.get(id) === owner.id).map(({ owner }) => owner)
}
