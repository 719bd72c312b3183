import { eq } from 'drizzle-orm'
import { announceLiveEvent } from '#features/lending/conversations/events/server/door.ts'
import { holdAccounts } from '#features/lending/conversations/transactions/server/door.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { setView } from '#features/lending/conversations/views/server/door.ts'
import { findSpeaker, sideIdOf } from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'

/**
 * Stores whether the user archived or muted a transaction.
 * @throws {AppError} not_found for everyone who speaks for neither side.
 */
export async function keepView(
  db: Db,
  userId: string,
  transactionId: string,
  view: { archived: boolean } | { muted: boolean },
): Promise<void> {
  await holdAccounts(db, [userId])
  const [sides] = await db.select().from(transactions).where(eq(transactions.id, transactionId))
  if (!sides || !sideIdOf(sides, await findSpeaker(db, userId))) throw new AppError('not_found')
  await setView(db, userId, transactionId, view)
  await announceLiveEvent(db, {
    type: 'transaction',
    transaction_id: transactionId,
    users: [userId],
  })
}
