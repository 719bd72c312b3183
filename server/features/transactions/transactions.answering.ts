import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { messages, transactions, users } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import { findHousehold, type Sending, tellByMail } from './transactions.households.ts'
import { findSenderName, findSpeaker } from './transactions.queries.ts'
import { checkMessageQuota } from './transactions.quotas.ts'
import { deservesMail, messageTime, otherSide, sideOf } from './transactions.rules.ts'
import { findSent, type MessageRow, type NewMessage, storeMessage } from './transactions.storing.ts'

declare const checked: unique symbol
/** A transaction, locked, in which the caller speaks for a side and the other side still exists. */
interface OwnTransaction {
  id: string
  item_id: number
  /** The side that the caller speaks for. */
  from_id: string
  to_id: string
  /** Of that side. */
  role: 'borrower' | 'renter'
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
  const accounts = await db
    .select({ id: users.id, created_at: users.created_at })
    .from(users)
    .where(inArray(users.id, [userId, side, otherId]))
    .orderBy(asc(users.id))
    .for('key share')
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const own = byId.get(side)
  if (!own || !byId.has(userId)) throw new AppError('unauthorized')
  if (!byId.has(otherId)) throw new AppError('conflict')
  await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(eq(transactions.id, transactionId))
    .for('no key update')
  return {
    id: transactionId,
    item_id: sides.item_id,
    from_id: side,
    to_id: otherId,
    role: sides.borrower_id === side ? 'borrower' : 'renter',
    accountAgeMs: now.getTime() - own.created_at.getTime(),
  } as OwnTransaction
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
  const own = await lockOwnTransaction(db, userId, transactionId, now)
  const earlier = await findSent(db, own.from_id, sent.request_id)
  if (earlier) {
    if (earlier.transaction_id !== own.id || earlier.text !== sent.text) {
      throw new AppError('conflict')
    }
    return earlier
  }
  await checkMessageQuota(db, own.from_id, own.accountAgeMs, now)
  return appendMessage(sending, own, sent)
}

async function appendMessage(
  sending: Sending,
  own: OwnTransaction,
  sent: NewMessage,
): Promise<MessageRow> {
  const { db, mail, now } = sending
  const [newest] = await db
    .select()
    .from(messages)
    .where(eq(messages.transaction_id, own.id))
    .orderBy(desc(messages.created_at))
    .limit(1)
  const previous = newest ?? null
  const created_at = messageTime(now, previous?.created_at ?? null)
  const envelope = { transaction_id: own.id, from_id: own.from_id, to_id: own.to_id }
  const sides =
    own.role === 'borrower'
      ? { borrower_id: own.from_id, renter_id: own.to_id }
      : { borrower_id: own.to_id, renter_id: own.from_id }
  const sender = await findHousehold(db, sides, own.from_id)
  const recipient = await findHousehold(db, sides, own.to_id)
  const message = await storeMessage(db, envelope, sent, { created_at, sender, recipient })
  await db.update(transactions).set({ updated_at: created_at }).where(eq(transactions.id, own.id))
  if (deservesMail(previous, own.to_id, now)) {
    const mailed = {
      fromFirstname: (await findSenderName(db, own.from_id, own.role)) ?? mail.config.brandName,
      itemId: own.item_id,
      transactionId: own.id,
      text: sent.text,
      firstInTransaction: false,
    }
    await tellByMail(sending, mailed, { id: own.to_id, household: recipient })
  }
  return message
}
