import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { announceLiveEvent } from '#features/lending/conversations/events/server/door.ts'
import {
  holdAccounts,
  type OwnTransaction,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import {
  forgetToldOf,
  hasUnseenNews,
  setView,
} from '#features/lending/conversations/views/server/door.ts'
import {
  findHousehold,
  findSpeaker,
  otherSide,
  sideIdOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type MessageRow, messages } from '../tables.ts'

/**
 * Marks all messages to the user's side and all news as seen, for the whole household, since the user has the
 * conversation open.
 * @throws {AppError} not_found for everyone who speaks for neither side.
 */
export async function markMessagesSeen(
  db: Db,
  userId: string,
  transactionId: string,
  now: Date,
): Promise<void> {
  // Locks accounts before the transaction, in the same order as storing a message does.
  await holdAccounts(db, [userId])
  const [sides] = await db
    .select()
    .from(transactions)
    .where(eq(transactions.id, transactionId))
    .for('no key update')
  const sideId = sides && sideIdOf(sides, await findSpeaker(db, userId))
  if (!sideId) throw new AppError('not_found')
  const withNews = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.id, transactionId), hasUnseenNews(userId)))
  await setView(db, userId, transactionId, { viewed_at: now, told_of: null })
  const newlySeen = await db
    .update(messages)
    .set({ seen_at: now })
    .where(
      and(
        eq(messages.transaction_id, transactionId),
        eq(messages.to_id, sideId),
        isNull(messages.seen_at),
        isNull(messages.held_at),
      ),
    )
    .returning({ id: messages.id })
  if (newlySeen.length > 0 || withNews.length > 0) {
    await tellSeen(db, sides, sideId, newlySeen.length > 0)
  }
}

/** Notifies open pages that a side has seen its messages. */
async function tellSeen(db: Db, sides: TransactionRow, side: string, seenMessages: boolean) {
  // The other side does not learn that its yes or no was seen, and learns nothing once the conversation is
  // closed.
  const otherId = seenMessages && !sides.closed_at ? otherSide(sides, side) : null
  const recount = [side, ...(await findHousehold(db, sides, side)).map(({ id }) => id)]
  const others = otherId
    ? [otherId, ...(await findHousehold(db, sides, otherId)).map(({ id }) => id)]
    : []
  await announceLiveEvent(db, {
    type: 'seen',
    transaction_id: sides.id,
    seen_by: side,
    users: [...recount, ...others],
    recount,
  })
}

const markRequestSeen = (
  db: Db,
  { transactionId, side, now }: { transactionId: string; side: string; now: Date },
) =>
  db
    .update(messages)
    .set({ seen_at: now })
    .where(
      and(
        eq(messages.transaction_id, transactionId),
        eq(messages.to_id, side),
        isNull(messages.seen_at),
        isNull(messages.held_at),
        sql`${messages.created_at} = (SELECT min(created_at) FROM messages WHERE transaction_id = ${transactionId})`,
      ),
    )

/**
 * Marks the request as seen by the person who takes a step, even if the conversation was never opened: the page
 * behind the buttons of a mail shows only the request. So the next message is mailed again. What was written
 * after the request stays unseen until it is shown.
 */
export async function noteStepTaken(
  db: Db,
  { row, from_id, author_id }: OwnTransaction,
  now: Date,
): Promise<void> {
  await Promise.all([
    forgetToldOf(db, author_id, row.id),
    markRequestSeen(db, { transactionId: row.id, side: from_id, now }),
  ])
}

/**
 * Marks the message that a person replies to by mail, and those before it, as seen, even if the conversation was
 * never opened. What was written after it was not in the mail and stays unseen.
 * @param toldOf the message that the mail was about
 * @returns the first message that was not mailed, or null
 */
export async function noteReplied(
  db: Db,
  { row, from_id, author_id }: Pick<OwnTransaction, 'row' | 'from_id' | 'author_id'>,
  toldOf: string,
  now: Date,
): Promise<MessageRow | null> {
  await forgetToldOf(db, author_id, row.id)
  const [told] = await db.select().from(messages).where(eq(messages.id, toldOf))
  if (!told) return null
  const isUnseen = and(
    eq(messages.transaction_id, row.id),
    eq(messages.to_id, from_id),
    isNull(messages.seen_at),
    isNull(messages.held_at),
  )
  const newlySeen = await db
    .update(messages)
    .set({ seen_at: now })
    .where(and(isUnseen, lte(messages.created_at, told.created_at)))
    .returning({ id: messages.id })
  if (newlySeen.length > 0) await tellSeen(db, row, from_id, true)
  const [next] = await db
    .select()
    .from(messages)
    .where(and(isUnseen, gt(messages.created_at, told.created_at)))
    .orderBy(asc(messages.created_at))
    .limit(1)
  return next ?? null
}
