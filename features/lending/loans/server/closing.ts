import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  afterLock,
  announceChange,
  changeTransaction,
  keepClosed,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import {
  belongsTo,
  everybodyOf,
  findHousehold,
  findSpeaker,
  isSide,
  type Speaker,
  sideIdOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import { dropNoticesOf } from '#features/people/notifications/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { areBlocked } from '#platform/server/identity/blocks.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { conversationTag } from '#platform/shared/push.ts'
import { tellOfChange } from './loan-change-notice.ts'

/** The conversations in which the two users speak for different sides. */
async function findBetween(db: Db, state: SQL | undefined, one: Speaker, other: Speaker) {
  const sidesOf = ({ id, household }: Speaker) => (household ? [id, household.owner] : [id])
  const [ones, others] = [sidesOf(one), sidesOf(other)]
  const rows = await db
    .select()
    .from(transactions)
    .where(
      and(
        state,
        or(
          and(inArray(transactions.borrower_id, ones), inArray(transactions.lender_id, others)),
          and(inArray(transactions.borrower_id, others), inArray(transactions.lender_id, ones)),
        ),
      ),
    )
    .orderBy(asc(transactions.id))
  return rows.filter((row) => {
    // Requests that wait for a moderator count as well, although the lender cannot see them yet.
    const sides = [one, other].map((speaker) => belongsTo(row, speaker))
    return sides[0] && sides[1] && sides[0] !== sides[1]
  })
}

/**
 * Whether the two users speak for different sides of a conversation that cannot end when one of them leaves: a
 * thing is out, or one of them speaks for the household that the other asked.
 */
export async function haveLastingConversation(
  db: Db,
  oneId: string,
  otherId: string,
): Promise<boolean> {
  const [one, other] = [await findSpeaker(db, oneId), await findSpeaker(db, otherId)]
  const both = [oneId, otherId]
  return (await findBetween(db, undefined, one, other)).some(
    ({ borrower_id, lender_id, status }) =>
      status === 'handed_over' ||
      !both.includes(borrower_id ?? '') ||
      !both.includes(lender_id ?? ''),
  )
}

/**
 * Locks two accounts, so that they cannot start anything with each other meanwhile, and keeps the accounts of
 * everyone who will be notified from being deleted. All are locked in the order of their ids, as everywhere:
 * another order could deadlock.
 * @returns those of the two that exist
 */
export async function lockPair(db: Db, oneId: string, otherId: string): Promise<Set<string>> {
  const one = await findSpeaker(db, oneId)
  const other = await findSpeaker(db, otherId)
  const sharedTransactions = await findBetween(db, undefined, one, other)
  const people = await everybodyOf(db, ...sharedTransactions)
  const found = new Set<string>()
  for (const id of [...new Set([oneId, otherId, ...people])].sort()) {
    const isOne = id === oneId || id === otherId
    const rows = await db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, [id]))
      .for(isOne ? 'no key update' : 'key share')
    if (isOne && rows.length > 0) found.add(id)
  }
  return found
}

async function lockBetween(db: Db, state: SQL | undefined, oneId: string, otherId: string) {
  const [one, other] = [await findSpeaker(db, oneId), await findSpeaker(db, otherId)]
  const ids = (await findBetween(db, state, one, other)).map(({ id }) => id)
  return lockConversations(db, and(inArray(transactions.id, ids), state))
}

/** Drops the queued notifications about a conversation, which are no longer true. */
export async function dropNotices(db: Db, row: TransactionRow): Promise<void> {
  await dropNoticesOf(db, await everybodyOf(db, row), conversationTag(row.id))
}

/** How a conversation is closed, and who is notified. */
interface Closing {
  /** The side that closes the conversation, as the other side sees it. */
  by: LoanSide
  /** Whether borrowers with a pending request are notified as well. */
  kindly: boolean
}

/**
 * Closes a conversation. A request or a promise ends without naming either side; a thing that is out can still be
 * returned.
 */
async function closeConversation(
  called: Sending,
  row: TransactionRow,
  { by, kindly }: Closing,
): Promise<void> {
  const { db } = called
  const sending = await afterLock(called, [row])
  const { now } = sending
  await dropNotices(db, row)
  const ends = row.status === 'requested' || row.status === 'accepted'
  if (!ends) {
    await keepClosed(db, row, now)
    await announceChange(db, row)
    return
  }
  const nobody = { side: null, by_id: null, reason: 'blocked' } as const
  const event = { ...nobody, status: 'withdrawn' } as const
  const changed = await changeTransaction(sending, row, event, { closed_at: now })
  // A lender does not know of a request that waits for a moderator.
  if (row.status === 'requested' && (!kindly || row.held_at)) return
  await tellOfChange(sending, changed, { by, reason: 'blocked', message: null, closing: true })
}

/**
 * Closes the conversations between two people whose accounts were just locked. If a promise ends, the other side
 * is notified, so that no one goes to the door in vain.
 */
export async function closeConversations(
  sending: Sending,
  closerId: string,
  otherId: string,
): Promise<void> {
  const { db } = sending
  const closer = await findSpeaker(db, closerId)
  for (const row of await lockBetween(db, isNull(transactions.closed_at), closerId, otherId)) {
    const by = sideIdOf(row, closer) === row.borrower_id ? 'borrower' : 'lender'
    await closeConversation(sending, row, { by, kindly: false })
  }
}

export function lockConversations(db: Db, where: SQL | undefined): Promise<TransactionRow[]> {
  return db
    .select()
    .from(transactions)
    .where(where)
    .orderBy(asc(transactions.id))
    .for('no key update')
}

/**
 * Locks an account, so that it cannot start anything meanwhile, and keeps the accounts of everyone who will be
 * notified from being deleted, in the order of their ids.
 */
export async function lockWithOthers(db: Db, userId: string): Promise<void> {
  const rows = await db.select().from(transactions).where(isSide(userId))
  const people = await everybodyOf(db, ...rows)
  for (const id of [...new Set([userId, ...people])].sort()) {
    await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, id))
      .for(id === userId ? 'no key update' : 'key share')
  }
}

/**
 * Closes all conversations of a suspended account and notifies the other sides kindly. What a member says for
 * another owner's household stays with that household.
 */
export async function closeAllConversations(sending: Sending, userId: string): Promise<void> {
  const { db } = sending
  const open = and(isSide(userId), isNull(transactions.closed_at))
  for (const row of await lockConversations(db, open)) {
    const by = row.borrower_id === userId ? 'borrower' : 'lender'
    await closeConversation(sending, row, { by, kindly: true })
  }
}

/** Whether the staff has suspended one of the sides. */
async function isSuspended(db: Db, sides: readonly string[]): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...sides]), isNotNull(users.suspended_at)))
    .limit(1)
  return rows.length > 0
}

/** Re-opens those conversations that nothing keeps closed. Requests and promises that have ended stay ended. */
async function reopenEach(db: Db, rows: TransactionRow[]): Promise<void> {
  for (const row of rows) {
    const { borrower_id, lender_id } = row
    if (!borrower_id || !lender_id) continue
    const lenders = [lender_id, ...(await findHousehold(db, row, lender_id)).map(({ id }) => id)]
    if (await areBlocked(db, [borrower_id], lenders)) continue
    if (await isSuspended(db, [borrower_id, lender_id])) continue
    await keepClosed(db, row, null)
    await announceChange(db, row)
  }
}

/** Re-opens the conversations between two people once neither of them blocks the other. */
export async function reopenConversations(db: Db, oneId: string, otherId: string): Promise<void> {
  await reopenEach(db, await lockBetween(db, isNotNull(transactions.closed_at), oneId, otherId))
}

/** Re-opens the conversations of an account that is no longer suspended. */
export async function reopenAllConversations(db: Db, userId: string): Promise<void> {
  const closed = and(isSide(userId), isNotNull(transactions.closed_at))
  await reopenEach(db, await lockConversations(db, closed))
}
