import { and } from 'drizzle-orm'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import {
  closeConversations,
  lockPair,
  reopenConversations,
} from '#features/lending/loans/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { deleteBlock, insertBlock } from '#platform/server/identity/blocks.queries.ts'

/** Whether both accounts manage the same letterbox. */
async function areOfOneHousehold(db: Db, one: string, other: string): Promise<boolean> {
  const shared = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(and(managedBy(one), managedBy(other)))
  return shared.length > 0
}

/**
 * Hides the two accounts from each other and closes their conversations. Does nothing if the block exists
 * already, or if there is no account with this id: the response must not reveal whether a hidden owner exists.
 * @throws {AppError} unauthorized if the caller was deleted meanwhile, conflict for a member of the same
 * household
 */
export async function block(sending: Sending, blockerId: string, blockedId: string): Promise<void> {
  const { db, now } = sending
  const found = await lockPair(db, blockerId, blockedId)
  if (!found.has(blockerId)) throw new AppError('unauthorized')
  if (!found.has(blockedId)) return
  if (await areOfOneHousehold(db, blockerId, blockedId)) throw new AppError('conflict')
  if (!(await insertBlock(db, blockerId, blockedId, now))) return
  await closeConversations(sending, blockerId, blockedId)
}

/** Removes a block; does nothing if there is none. */
export async function unblock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  if ((await lockPair(db, blockerId, blockedId)).size < 2) return
  if (await deleteBlock(db, blockerId, blockedId))
    await reopenConversations(db, blockerId, blockedId)
}
