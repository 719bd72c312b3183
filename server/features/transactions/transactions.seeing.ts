import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { messages, transactions } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import { announceLiveEvent } from '../../live/live-event.ts'
import { findHousehold, holdAccounts, idsOf } from './transactions.households.ts'
import { findSpeaker } from './transactions.queries.ts'
import { otherSide, sideOf } from './transactions.rules.ts'
import { setView } from './transactions.telling.ts'

/**
 * Notes that the user has the conversation in view, and marks all messages to its side as seen, for
 * the whole household.
 * @throws {AppError} not_found for everyone who speaks for no side.
 */
export async function markMessagesSeen(
  db: Db,
  userId: string,
  transactionId: string,
  now: Date,
): Promise<void> {
  // Before the transaction, as a message does.
  await holdAccounts(db, [userId])
  const [sides] = await db
    .select()
    .from(transactions)
    .where(eq(transactions.id, transactionId))
    .for('no key update')
  const side = sides && sideOf(sides, await findSpeaker(db, userId))
  if (!side) throw new AppError('not_found')
  await setView(db, userId, transactionId, { viewed_at: now, told_of: null })
  const seen = await db
    .update(messages)
    .set({ seen_at: now })
    .where(
      and(
        eq(messages.transaction_id, transactionId),
        eq(messages.to_id, side),
        isNull(messages.seen_at),
      ),
    )
    .returning({ id: messages.id })
  if (seen.length === 0) return
  const otherId = otherSide(sides, side)
  const recount = [side, ...idsOf(await findHousehold(db, sides, side))]
  const others = otherId ? [otherId, ...idsOf(await findHousehold(db, sides, otherId))] : []
  await announceLiveEvent(db, {
    type: 'seen',
    transaction_id: transactionId,
    seen_by: side,
    users: [...recount, ...others],
    recount,
  })
}
