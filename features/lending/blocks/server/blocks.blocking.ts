import { and } from 'drizzle-orm'
import type { Sending } from '#features/lending/conversations/transactions/server/door.ts'
import {
  closeConversations,
  lockPair,
  reopenConversations,
} from '#features/lending/loans/server/door.ts'
import { managedBy } from '#features/places/letterboxes/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { deleteBlock, insertBlock } from '#platform/server/identity/blocks.queries.ts'

/** Whether both manage one letterbox. */
async function areOfOneHousehold(db: Db, one: string, other: string): Promise<boolean> {
  const shared = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(and(managedBy(one), managedBy(other)))
  return shared.length > 0
}

/**
 * From now on the two do not see each other, and their conversations are closed. A second time it does nothing, nor where
 * nobody has this id: the answer must not tell of an owner who is hidden whether there is one.
 * @throws {AppError} unauthorized for whoever was deleted meanwhile, conflict for somebody of the own household
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

/** Takes a block back; does nothing if there is none. */
export async function unblock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  if ((await lockPair(db, blockerId, blockedId)).size < 2) return
  if (await deleteBlock(db, blockerId, blockedId))
    await reopenConversations(db, blockerId, blockedId)
}
