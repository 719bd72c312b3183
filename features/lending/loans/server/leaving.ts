import { and } from 'drizzle-orm'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  afterLock,
  announceChange,
  changeTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import {
  everybodyOf,
  isSide,
  sideOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { dropNotices, lockConversations } from './closing.ts'
import { tellOfChange } from './loan-change-notice.ts'
import { isOpen } from './open-loans.ts'

/** Everyone who is notified that an account is deleted. */
export async function findLeftBehind(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(transactions)
    .where(and(isSide(userId), isOpen))
  return (await everybodyOf(db, ...rows)).filter((id) => id !== userId)
}

/** Ends a request or a promise. A thing that is out stays out until the remaining side says that it is back. */
async function leaveConversation(
  called: Sending,
  row: TransactionRow,
  by: LoanSide,
): Promise<void> {
  const { db } = called
  const sending = await afterLock(called, [row])
  await dropNotices(db, row)
  const change = { by, reason: 'left', message: null } as const
  if (row.status === 'handed_over') {
    await announceChange(db, row)
    return tellOfChange(sending, row, change)
  }
  const event = { status: 'withdrawn', side: null, by_id: null, reason: 'left' } as const
  const changed = await changeTransaction(sending, row, event, {})
  return tellOfChange(sending, changed, change)
}

/**
 * Ends the requests and promises of an account that is about to be deleted, and notifies the other sides. The
 * household's conversations must have been handed over to the heir before.
 */
export async function leaveConversations(sending: Sending, userId: string): Promise<void> {
  for (const row of await lockConversations(sending.db, and(isSide(userId), isOpen))) {
    await leaveConversation(sending, row, sideOf(row, userId))
  }
}
