import { and, eq, isNull } from 'drizzle-orm'
import { isOutOfReach } from '#features/places/letterboxes/askable.ts'
import { findMembers } from '#features/places/letterboxes/members/server/door.ts'
import { findBlockedLetterboxes } from '#features/places/letterboxes/reach/server/door.ts'
import { findPublicLetterboxes } from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import { MAX_TRIES } from '../contract.ts'
import { ask_tries } from '../tables.ts'

interface NewTry {
  letterbox_id: string
  item_id: number
}

/** @throws {AppError} if there is nothing to wait for; a hidden letterbox gives the same error as a missing one */
async function checkUnreachable(db: Db, userId: string, { letterbox_id, item_id }: NewTry) {
  const [full] = await findPublicLetterboxes(db, [letterbox_id])
  const members = await findMembers(db, [letterbox_id])
  if (full?.owner.id === userId || members.some(({ id }) => id === userId)) {
    throw new AppError('own_letterbox')
  }
  const blocked = await findBlockedLetterboxes(db, userId)
  if (!full || blocked.includes(letterbox_id)) throw new AppError('not_found')
  const { owner, reachable, items } = full
  const isWilling = owner.enable_messaging && owner.takes_requests && !owner.reseller
  if (!isWilling || !items.some(({ id }) => id === item_id)) throw new AppError('not_borrowable')
  if (!isOutOfReach(owner, reachable)) throw new AppError('status_changed')
}

/**
 * Records that an account wants to ask; repeating it is harmless. The account is locked until `tx` ends.
 * @throws {AppError} not_found, own_letterbox, not_borrowable, status_changed if it can be asked now,
 * too_many_wishes
 */
export async function saveTry(
  tx: Db,
  userId: string,
  { letterbox_id, item_id }: NewTry,
  now: Date,
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  await checkUnreachable(tx, userId, { letterbox_id, item_id })
  const waiting = await tx
    .select({ letterbox_id: ask_tries.letterbox_id, item_id: ask_tries.item_id })
    .from(ask_tries)
    .where(and(eq(ask_tries.user_id, userId), isNull(ask_tries.told_at)))
  const others = waiting.filter(
    (each) => each.letterbox_id !== letterbox_id || each.item_id !== item_id,
  )
  if (others.length >= MAX_TRIES) throw new AppError('too_many_wishes')
  await tx
    .insert(ask_tries)
    .values({ user_id: userId, letterbox_id, item_id, created_at: now })
    .onConflictDoUpdate({
      target: [ask_tries.user_id, ask_tries.letterbox_id, ask_tries.item_id],
      set: { created_at: now, told_at: null },
    })
}
