import { type AskedLetterbox, REFUSAL_CODES, refuseBorrow } from '@letterlend/contract/borrowing.ts'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import {
  items,
  letterbox_items,
  letterboxes,
  messages,
  transactions,
  users,
} from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import { announceLiveEvent } from '../../live/live-event.ts'
import { type Member, managedBy } from '../letterboxes/letterboxes.ownership.ts'
import { findHousehold, idsOf, type Sending, tellByMail } from './transactions.households.ts'
import { findSenderName, findSpeaker } from './transactions.queries.ts'
import { checkMessageQuota, checkNewTransactionQuota } from './transactions.quotas.ts'
import { deservesMail, messageTime, otherSide, sideOf } from './transactions.rules.ts'

type MessageRow = typeof messages.$inferSelect

export interface NewMessage {
  text: string
  request_id?: string | undefined
}

export interface NewTransaction extends NewMessage {
  renter_id: string
  item_id: number
}

declare const checked: unique symbol
/** A transaction, locked, in which the caller speaks for a side and the other side still exists. */
export interface OwnTransaction {
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

async function findAskedLetterbox(
  db: Db,
  borrowerId: string,
  { renter_id: renterId, item_id: itemId }: NewTransaction,
): Promise<AskedLetterbox | null> {
  const [row] = await db
    .select({
      own: sql<boolean>`${managedBy(borrowerId)}`,
      on_map: sql<boolean>`${users.show_on_map} AND ${letterboxes.latitude} IS NOT NULL AND ${letterboxes.holiday_until} IS NULL`,
      enable_messaging: users.enable_messaging,
      reseller: users.reseller,
      lends_item: sql<boolean>`coalesce(${items.active}, false)`,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(
      letterbox_items,
      and(eq(letterbox_items.letterbox_id, letterboxes.id), eq(letterbox_items.item_id, itemId)),
    )
    .leftJoin(items, eq(items.id, letterbox_items.item_id))
    .where(eq(letterboxes.user_id, renterId))
  return row ?? null
}

async function findSent(db: Db, fromId: string, requestId: string | undefined) {
  if (!requestId) return null
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.from_id, fromId), eq(messages.request_id, requestId)))
  return row ?? null
}

interface Envelope {
  transaction_id: string
  from_id: string
  to_id: string
}

async function storeMessage(
  db: Db,
  envelope: Envelope,
  { text, request_id }: NewMessage,
  { created_at, sender, recipient }: { created_at: Date; sender: Member[]; recipient: Member[] },
): Promise<MessageRow> {
  const [message] = await db
    .insert(messages)
    .values({ ...envelope, text, request_id: request_id ?? null, created_at })
    .returning()
  if (!message) throw new Error('Unexpected empty answer to an insert')
  await announceLiveEvent(db, {
    type: 'message',
    message_id: message.id,
    users: [envelope.from_id, envelope.to_id, ...idsOf(sender), ...idsOf(recipient)],
    recount: [envelope.to_id, ...idsOf(recipient)],
  })
  return message
}

/**
 * Asks the owner of a letterbox for an item.
 * @throws {AppError} own_letterbox, not_found, not_borrowable, messaging_disabled, rate_limited, and
 * conflict when the request id was used for something else.
 */
export async function createTransaction(
  sending: Sending,
  borrowerId: string,
  asked: NewTransaction,
): Promise<MessageRow> {
  const { db, mail, now } = sending
  // Locking the own account lines up the calls of one borrower: neither the same request twice
  // nor many at once can slip past the checks.
  const [borrower] = await db
    .select({
      id: users.id,
      email_confirmed: sql<boolean>`${users.email_confirmed_at} IS NOT NULL`,
      enable_messaging: users.enable_messaging,
      created_at: users.created_at,
    })
    .from(users)
    .where(eq(users.id, borrowerId))
    .for('no key update')
  if (!borrower) throw new AppError('unauthorized')
  const earlier = await findSent(db, borrowerId, asked.request_id)
  if (earlier) {
    if (earlier.text !== asked.text || earlier.to_id !== asked.renter_id) {
      throw new AppError('conflict')
    }
    return earlier
  }
  const letterbox = await findAskedLetterbox(db, borrowerId, asked)
  const refusal = refuseBorrow({ borrower, renter_id: asked.renter_id, letterbox })
  if (refusal) throw new AppError(REFUSAL_CODES[refusal])
  const ageMs = now.getTime() - borrower.created_at.getTime()
  await checkNewTransactionQuota(db, borrowerId, ageMs, now)
  const [transaction] = await db
    .insert(transactions)
    .values({
      item_id: asked.item_id,
      borrower_id: borrowerId,
      renter_id: asked.renter_id,
      created_at: now,
      updated_at: now,
    })
    .returning({ id: transactions.id })
  if (!transaction) throw new Error('Unexpected empty answer to an insert')
  const envelope = { transaction_id: transaction.id, from_id: borrowerId, to_id: asked.renter_id }
  const sides = { borrower_id: borrowerId, renter_id: asked.renter_id }
  const household = await findHousehold(db, sides, asked.renter_id)
  const people = { created_at: now, sender: [], recipient: household }
  const message = await storeMessage(db, envelope, asked, people)
  const mailed = {
    fromFirstname: (await findSenderName(db, borrowerId, 'borrower')) ?? mail.config.brandName,
    itemId: asked.item_id,
    transactionId: transaction.id,
    text: asked.text,
    firstInTransaction: true,
  }
  await tellByMail(sending, mailed, { id: asked.renter_id, household })
  return message
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
