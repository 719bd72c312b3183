import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { announceLiveEvent } from '#features/lending/conversations/events/server/door.ts'
import { waits } from '#features/lending/conversations/held/server/door.ts'
import { findSenderName } from '#features/lending/conversations/sides/server/door.ts'
import {
  afterLock,
  announceChange,
  beginNow,
  changeTransaction,
  holdAccounts,
  type LockedSending,
  lockRows,
  nextInstant,
  noteActivity,
  type Sending,
  siblingsOf,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { unarchive } from '#features/lending/conversations/views/server/door.ts'
import {
  everybodyOf,
  findHousehold,
  isFreeToDecide,
} from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type MessageRow, messages } from '../tables.ts'
import { tellOfMessage } from './new-message-notice.ts'
import { deliverMessage, refuseMessages } from './storing.ts'

type Moderator = Pick<Viewer, 'id' | 'area'>

/** A refused message. */
export interface RefusedMessage {
  id: string
  /** The author; null if the account is gone. */
  author_id: string | null
  item_id: number
}

/** Those of the given messages that are held and that this moderator may decide. */
async function findWaiting(db: Db, ids: string[], moderator: Moderator) {
  const isOneOfIds = sql`${messages.id} = ANY(${sql.param(ids)}::uuid[])`
  return db
    .select({ message: messages, transaction: transactions })
    .from(messages)
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(and(isOneOfIds, waits, isFreeToDecide(moderator)))
    .orderBy(asc(messages.created_at), asc(messages.id))
}

interface Waiting {
  message: MessageRow
  /** Transaction of the message, locked. */
  row: TransactionRow
}

/** Finds the messages that are still held, and locks their transactions in the order used when a message is stored. */
async function lockWaiting(db: Db, ids: string[], moderator: Moderator): Promise<Waiting[]> {
  const waitingUnlocked = await findWaiting(db, ids, moderator)
  const rows = new Map(waitingUnlocked.map(({ transaction }) => [transaction.id, transaction]))
  await holdAccounts(db, await everybodyOf(db, ...rows.values()))
  await lockRows(db, [...rows.values()])
  // Drops those that another moderator has decided meanwhile.
  const stillWaiting = await findWaiting(db, ids, moderator)
  return stillWaiting.map(({ message, transaction }) => ({ message, row: transaction }))
}

/** All messages held together with this one: if the request is held, also what its author wrote after it. */
async function findHeldTogether(db: Db, { message, row }: Waiting): Promise<MessageRow[]> {
  if (!row.held_at) return [message]
  return db
    .select()
    .from(messages)
    .where(and(eq(messages.transaction_id, row.id), isNotNull(messages.held_at)))
    .orderBy(asc(messages.created_at), asc(messages.id))
}

async function findNewestDelivered(db: Db, transactionId: string): Promise<Date | null> {
  const [newest] = await db
    .select({ created_at: messages.created_at })
    .from(messages)
    .where(and(eq(messages.transaction_id, transactionId), isNull(messages.held_at)))
    .orderBy(desc(messages.created_at))
    .limit(1)
  return newest?.created_at ?? null
}

async function deliver(sending: LockedSending, waiting: Waiting): Promise<void> {
  const { db, now } = sending
  const heldMessages = await findHeldTogether(db, waiting)
  const row = waiting.row.held_at ? await beginNow(db, waiting.row, now) : waiting.row
  const { borrower_id, lender_id } = row
  if (!borrower_id || !lender_id) return
  const household = await findHousehold(db, row, lender_id)
  const recount = [lender_id, ...household.map(({ id }) => id)]
  const { wanted_from, wanted_until } = row
  const requestDetails = { wanted_from, wanted_until, others: (await siblingsOf(db, row)).length }
  let last = await findNewestDelivered(db, row.id)
  for (const { id, text, warnings } of heldMessages) {
    last = nextInstant(now, last)
    await deliverMessage(db, id, last)
    const users = [borrower_id, ...recount]
    await announceLiveEvent(db, { type: 'message', message_id: id, users, recount })
    const isRequest = waiting.row.held_at !== null && id === heldMessages[0]?.id
    const notice = {
      fromFirstname: await findSenderName(db, borrower_id, 'borrower'),
      itemId: row.item_id,
      transactionId: row.id,
      messageId: id,
      text,
      warnings,
      firstInTransaction: isRequest,
      asked: isRequest ? requestDetails : undefined,
    }
    await tellOfMessage(sending, notice, { id: lender_id, household })
  }
  await noteActivity(db, row, last ?? now)
  await unarchive(db, row.id, borrower_id)
  await announceChange(db, row)
}

/** @returns all messages that are refused by this */
async function refuse(sending: LockedSending, waiting: Waiting): Promise<RefusedMessage[]> {
  const { db, now } = sending
  const { row } = waiting
  const refused = await findHeldTogether(db, waiting)
  await refuseMessages(
    db,
    refused.map(({ id }) => id),
    now,
  )
  if (row.held_at) {
    const nobody = {
      status: 'withdrawn',
      side: null,
      by_id: null,
      reason: 'not_delivered',
    } as const
    await changeTransaction(sending, row, nobody, {})
  } else {
    const users = row.borrower_id ? [row.borrower_id] : []
    await announceLiveEvent(db, { type: 'transaction', transaction_id: row.id, users })
  }
  return refused.map(({ id, author_id, from_id }) => ({
    id,
    author_id: author_id ?? from_id,
    item_id: row.item_id,
  }))
}

/** Those of these messages that are still held, each with its locked transaction, and once with its request. */
async function* eachWaiting(sending: Sending, waiting: readonly Waiting[]) {
  const decidedRequests = new Set<string>()
  for (const each of waiting) {
    // Messages held with a request are decided together with it.
    if (decidedRequests.has(each.row.id)) continue
    if (each.row.held_at) decidedRequests.add(each.row.id)
    yield [await afterLock(sending, [each.row]), each] as const
  }
}

/**
 * Delivers held messages as if they were sent now.
 * @returns ids of those that were still held
 */
export async function releaseHeld(
  sending: Sending,
  moderator: Moderator,
  ids: string[],
): Promise<string[]> {
  const waiting = await lockWaiting(sending.db, ids, moderator)
  for await (const [locked, each] of eachWaiting(sending, waiting)) await deliver(locked, each)
  return waiting.map(({ message }) => message.id)
}

/**
 * Refuses held messages, so that they are never delivered.
 * @returns ids of those that were still held, and everything that is refused with them
 */
export async function refuseHeld(
  sending: Sending,
  moderator: Moderator,
  ids: string[],
): Promise<{ decided: string[]; refused: RefusedMessage[] }> {
  const waiting = await lockWaiting(sending.db, ids, moderator)
  const refused: RefusedMessage[] = []
  for await (const [locked, each] of eachWaiting(sending, waiting)) {
    refused.push(...(await refuse(locked, each)))
  }
  return { decided: waiting.map(({ message }) => message.id), refused }
}
