import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { messages, transactions } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import { findHousehold, holdAccounts, idsOf } from './transactions.households.ts'
import { findSenderName, findSpeaker } from './transactions.queries.ts'
import { checkMessageQuotas, lockAuthor } from './transactions.quotas.ts'
import { messageTime, otherSide, sideOf, type TransactionSides } from './transactions.rules.ts'
import { findSent, type MessageRow, type NewMessage, storeMessage } from './transactions.storing.ts'
import { type Sending, tellByMail } from './transactions.telling.ts'

declare const checked: unique symbol
/** A transaction, locked, in which the caller speaks for a side and the other side still exists. */
interface OwnTransaction {
  id: string
  item_id: number
  /** The side that the caller speaks for. */
  from_id: string
  to_id: string
  sides: TransactionSides
  author_id: string
  accountAgeMs: number
  [checked]: true
}

/**
 * Checks that the user speaks for a side and that the other one still exists, and locks the transaction.
 * Accounts are locked before it, as their deletion does: the other order could end in a deadlock.
 * @throws {AppError} not_found for everyone else, conflict when the other account was deleted.
 */
async function lockOwnTransaction(
  db: Db,
  userId: string,
  transactionId: string,
  now: Date,
): Promise<OwnTransaction> {
  const [sides] = await db.select().from(transactions).where(eq(transactions.id, transactionId))
  const side = sides && sideOf(sides, await findSpeaker(db, userId))
  if (!side) throw new AppError('not_found')
  const otherId = otherSide(sides, side)
  if (!otherId) throw new AppError('conflict')
  // Its members are mailed as well.
  const household = sides.renter_id ? await findHousehold(db, sides, sides.renter_id) : []
  const accounts = await holdAccounts(db, [userId, side, otherId, ...idsOf(household)])
  const author = accounts.get(userId)
  if (!author || !accounts.has(side)) throw new AppError('unauthorized')
  if (!accounts.has(otherId)) throw new AppError('conflict')
  await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(eq(transactions.id, transactionId))
    .for('no key update')
  const own: Omit<OwnTransaction, typeof checked> = {
    id: transactionId,
    item_id: sides.item_id,
    from_id: side,
    to_id: otherId,
    sides,
    author_id: userId,
    accountAgeMs: now.getTime() - author.created_at.getTime(),
  }
  return own as OwnTransaction
}

/**
 * Adds a message to an own transaction.
 * @throws {AppError} not_found, conflict, rate_limited.
 */
export async function addMessage(
  sending: Sending,
  userId: string,
  transactionId: string,
  sent: NewMessage,
): Promise<MessageRow> {
  const { db, now } = sending
  await lockAuthor(db, userId)
  const own = await lockOwnTransaction(db, userId, transactionId, now)
  const earlier = await findSent(db, own.from_id, sent.request_id)
  if (earlier) {
    if (earlier.transaction_id !== own.id || earlier.text !== sent.text) {
      throw new AppError('conflict')
    }
    return earlier
  }
  await checkMessageQuotas(db, userId, own.accountAgeMs, now)
  return appendMessage(sending, own, sent)
}

async function appendMessage(
  sending: Sending,
  own: OwnTransaction,
  sent: NewMessage,
): Promise<MessageRow> {
  const { db, mail, now } = sending
  const [newest] = await db
    .select({ created_at: messages.created_at })
    .from(messages)
    .where(eq(messages.transaction_id, own.id))
    .orderBy(desc(messages.created_at))
    .limit(1)
  const created_at = messageTime(now, newest?.created_at ?? null)
  const { id: transaction_id, from_id, to_id, author_id, sides } = own
  const sender = await findHousehold(db, sides, from_id)
  const recipient = await findHousehold(db, sides, to_id)
  const envelope = { transaction_id, from_id, to_id, author_id }
  const message = await storeMessage(db, envelope, sent, { created_at, sender, recipient })
  await db.update(transactions).set({ updated_at: created_at }).where(eq(transactions.id, own.id))
  const role = sides.borrower_id === from_id ? 'borrower' : 'renter'
  const mailed = {
    fromFirstname: (await findSenderName(db, from_id, role)) ?? mail.config.brandName,
    itemId: own.item_id,
    transactionId: own.id,
    messageId: message.id,
    text: sent.text,
    firstInTransaction: false,
  }
  await tellByMail(sending, mailed, { id: to_id, household: recipient })
  return message
}
