import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { announceLiveEvent } from '#features/lending/conversations/events/server/door.ts'
import {
  afterLock,
  announceChange,
  beginNow,
  changeTransaction,
  deliverMessage,
  everybodyOf,
  findHousehold,
  findSenderName,
  holdAccounts,
  idsOf,
  type LockedSending,
  type MessageRow,
  nextInstant,
  noteActivity,
  refuseMessages,
  type Sending,
  siblingsOf,
  tellOfMessage,
  unarchive,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  messages,
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { recordActs } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findWaiting } from './held-messages.queries.ts'
import { type Refusal, type RefusedMessage, stateReasons } from './refusing.ts'

interface Waiting {
  message: MessageRow
  /** Transaction of the message, locked. */
  row: TransactionRow
}

/** Finds the messages that are still held, and locks their transactions in the order used when a message is stored. */
async function lockWaiting(db: Db, ids: string[], moderatorId: string): Promise<Waiting[]> {
  const waitingUnlocked = await findWaiting(db, ids, moderatorId)
  const rows = new Map(waitingUnlocked.map(({ transaction }) => [transaction.id, transaction]))
  await holdAccounts(db, await everybodyOf(db, [...rows.values()]))
  await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(inArray(transactions.id, [...rows.keys()]))
    .orderBy(asc(transactions.id))
    .for('no key update')
  // Drops those that another moderator has decided meanwhile.
  const stillWaiting = await findWaiting(db, ids, moderatorId)
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
  const recount = [lender_id, ...idsOf(household)]
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

interface Deciding {
  moderator: Viewer
  ids: string[]
  verb: 'release' | 'discard'
}

/**
 * Decides held messages, each once.
 * @returns how many were still held
 */
async function decide(
  sending: Sending,
  { moderator, ids, verb }: Deciding,
  carryOut: (sending: LockedSending, waiting: Waiting) => Promise<void>,
): Promise<number> {
  const waiting = await lockWaiting(sending.db, ids, moderator.id)
  const decidedRequests = new Set<string>()
  for (const each of waiting) {
    // Messages held with a request are decided together with it.
    if (decidedRequests.has(each.row.id)) continue
    if (each.row.held_at) decidedRequests.add(each.row.id)
    await carryOut(await afterLock(sending, [each.row]), each)
  }
  const acts = waiting.map(({ message }) => ({
    subject: 'held_message' as const,
    subject_id: message.id,
    verb,
  }))
  await recordActs(sending.db, moderator, acts, sending.now)
  return waiting.length
}

/** Delivers the messages as if they were sent now. */
export const releaseHeld = (sending: Sending, moderator: Viewer, ids: string[]) =>
  decide(sending, { moderator, ids, verb: 'release' }, deliver)

/** Refuses the messages, and notifies each author once with the reason. */
export async function discardHeld(
  sending: Sending,
  moderator: Viewer,
  { ids, ...refusal }: { ids: string[] } & Refusal,
): Promise<number> {
  const refused: RefusedMessage[] = []
  const decided = await decide(
    sending,
    { moderator, ids, verb: 'discard' },
    async (locked, waiting) => {
      refused.push(...(await refuse(locked, waiting)))
    },
  )
  await stateReasons(sending, moderator, refused, refusal)
  return decided
}
