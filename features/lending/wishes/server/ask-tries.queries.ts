import { and, asc, eq, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { findSenderName } from '#features/lending/conversations/sides/server/door.ts'
import type { MissedRequests } from '#features/people/accounts/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { isAskable } from '#features/places/letterboxes/map-index/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { isBlockedFor } from '#features/places/letterboxes/reach/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import { ask_tries } from '../tables.ts'
import { MOST_NAMED, TRY_LIFETIME_MS } from './wishes.rules.ts'

/** The account that tried; `users` is the owner of the letterbox. */
const asker = alias(users, 'asker')

/** Tries whose letterbox still lends the item and where neither side has blocked the other. */
const selectTries = (db: Db, where: SQL | undefined) =>
  db
    .select({
      user_id: ask_tries.user_id,
      letterbox_id: ask_tries.letterbox_id,
      item_id: ask_tries.item_id,
      address: letterboxes.address,
    })
    .from(ask_tries)
    .innerJoin(letterboxes, eq(letterboxes.id, ask_tries.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .innerJoin(asker, eq(asker.id, ask_tries.user_id))
    .innerJoin(
      letterbox_items,
      and(
        eq(letterbox_items.letterbox_id, letterboxes.id),
        eq(letterbox_items.item_id, ask_tries.item_id),
      ),
    )
    .where(and(isNull(asker.suspended_at), not(isBlockedFor(ask_tries.user_id)), where))
    .orderBy(asc(ask_tries.user_id), asc(ask_tries.letterbox_id), asc(ask_tries.created_at))

export type TryRow = Awaited<ReturnType<typeof selectTries>>[number]

/**
 * Some tries that have become possible and were not reported yet. They stay locked; rows locked by others are
 * skipped.
 */
export const takeAskable = (tx: Db, most: number): Promise<TryRow[]> =>
  selectTries(
    tx,
    and(isNull(ask_tries.told_at), isAskable, sql`(${managedBy(ask_tries.user_id)}) IS NOT TRUE`),
  )
    .limit(most)
    .for('update', { of: ask_tries, skipLocked: true })

/** Items for which a try at a letterbox is still possible, reported or not. */
export async function findAskableItems(
  db: Db,
  userId: string,
  letterboxId: string,
): Promise<Set<number>> {
  const rows = await selectTries(
    db,
    and(eq(ask_tries.user_id, userId), eq(ask_tries.letterbox_id, letterboxId), isAskable),
  )
  return new Set(rows.map(({ item_id }) => item_id))
}

/** Records that a user was notified; null to notify again. */
export async function markTold(
  db: Db,
  { user_id, letterbox_id, item_id }: Pick<TryRow, 'user_id' | 'letterbox_id' | 'item_id'>,
  told_at: Date | null,
): Promise<void> {
  await db
    .update(ask_tries)
    .set({ told_at })
    .where(
      and(
        eq(ask_tries.user_id, user_id),
        eq(ask_tries.letterbox_id, letterbox_id),
        eq(ask_tries.item_id, item_id),
      ),
    )
}

/** The requests that a letterbox's owner misses: all tries that could not be reported yet. */
export async function listMissed(db: Db, ownerId: string, lang: Language): Promise<MissedRequests> {
  const rows = await selectTries(
    db,
    and(eq(letterboxes.user_id, ownerId), isNull(ask_tries.told_at)),
  )
  const people = new Set(rows.map(({ user_id }) => user_id)).size
  const named = []
  if (rows.length <= MOST_NAMED) {
    for (const { user_id, item_id } of rows) {
      const [item] = await db.select().from(items).where(eq(items.id, item_id))
      named.push({
        firstname: await findSenderName(db, user_id, 'borrower'),
        item: item?.[`name_${storedLanguage(lang)}`] ?? '',
      })
    }
  }
  return { people, named }
}

export async function deleteOldTries(db: Db, now: Date): Promise<void> {
  await db
    .delete(ask_tries)
    .where(lt(ask_tries.created_at, new Date(now.getTime() - TRY_LIFETIME_MS)))
}
