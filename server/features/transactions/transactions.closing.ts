import { conversationTag } from '@letterlend/contract/push.ts'
import { and, asc, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { notices, transactions, users } from '../../db/schema.ts'
import { areBlocked } from '../../identity/blocks.queries.ts'
import { announceChange, changeTransaction } from './transactions.events.ts'
import { findHousehold, idsOf } from './transactions.households.ts'
import { peopleOf, type TransactionRow } from './transactions.locking.ts'
import { tellOfChange } from './transactions.news.ts'
import { findSpeaker } from './transactions.queries.ts'
import { type Speaker, sideOf } from './transactions.rules.ts'
import type { Sending } from './transactions.telling.ts'

/** The conversations in which the two speak for different sides. */
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
          and(inArray(transactions.borrower_id, ones), inArray(transactions.renter_id, others)),
          and(inArray(transactions.borrower_id, others), inArray(transactions.renter_id, ones)),
        ),
      ),
    )
    .orderBy(asc(transactions.id))
  return rows.filter((row) => {
    // What waits for a moderator is theirs as well.
    const sides = [one, other].map((speaker) => sideOf({ ...row, held_at: null }, speaker))
    return sides[0] && sides[1] && sides[0] !== sides[1]
  })
}

/**
 * Locks two accounts against everything that the two could begin with each other, and keeps those who
 * are told of it. In the order of ids, as everywhere: another order could end in a deadlock.
 * @returns whether there are both
 */
export async function lockPair(db: Db, oneId: string, otherId: string): Promise<boolean> {
  const speakers = await Promise.all([oneId, otherId].map((id) => findSpeaker(db, id)))
  const [one, other] = speakers as [Speaker, Speaker]
  const shared = await findBetween(db, undefined, one, other)
  const people = (await Promise.all(shared.map((row) => peopleOf(db, row)))).flat()
  let found = 0
  for (const id of [...new Set([oneId, otherId, ...people])].sort()) {
    const isOne = id === oneId || id === otherId
    const rows = await db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, [id]))
      .for(isOne ? 'no key update' : 'key share')
    if (isOne) found += rows.length
  }
  return found === 2
}

async function lockBetween(db: Db, state: SQL | undefined, oneId: string, otherId: string) {
  const [one, other] = [await findSpeaker(db, oneId), await findSpeaker(db, otherId)]
  const ids = (await findBetween(db, state, one, other)).map(({ id }) => id)
  return db
    .select()
    .from(transactions)
    .where(and(inArray(transactions.id, ids), state))
    .orderBy(asc(transactions.id))
    .for('no key update')
}

/** What was to be told of a conversation, and is not any more. */
async function dropNotices(db: Db, row: TransactionRow): Promise<void> {
  await db
    .delete(notices)
    .where(
      and(
        inArray(notices.user_id, await peopleOf(db, row)),
        inArray(notices.tag, [conversationTag(row.id)]),
        isNull(notices.gathered_at),
      ),
    )
}

/**
 * Closes the conversations between two people who were just locked: what was asked or promised is over
 * by itself, which names nobody, and what is out can still come back. Of a promise that ends the other
 * side is told, so that nobody stands at a door.
 */
export async function closeConversations(
  sending: Sending,
  closerId: string,
  otherId: string,
): Promise<void> {
  const { db, now } = sending
  const closer = await findSpeaker(db, closerId)
  for (const row of await lockBetween(db, isNull(transactions.closed_at), closerId, otherId)) {
    await dropNotices(db, row)
    const ends = row.status === 'requested' || row.status === 'accepted'
    const nobody = { side: null, by_id: null, reason: 'blocked' } as const
    if (!ends) {
      await db
        .update(transactions)
        .set({ closed_at: now })
        .where(inArray(transactions.id, [row.id]))
      await announceChange(db, row)
      continue
    }
    const event = { ...nobody, status: 'withdrawn' } as const
    const changed = await changeTransaction(db, row, event, { closed_at: now }, now)
    const { borrower_id } = row
    if (row.status !== 'accepted') continue
    const by = sideOf(row, closer) === borrower_id ? 'borrower' : 'lender'
    // The last that is told of it.
    const told = { ...changed, closed_at: null }
    await tellOfChange(sending, told, { by, reason: 'blocked', message: null })
  }
}

/** Opens those again between which nobody has blocked anybody any more; what has ended stays so. */
export async function reopenConversations(db: Db, oneId: string, otherId: string): Promise<void> {
  for (const row of await lockBetween(db, isNotNull(transactions.closed_at), oneId, otherId)) {
    const { borrower_id, renter_id } = row
    if (!borrower_id || !renter_id) continue
    const lenders = [renter_id, ...idsOf(await findHousehold(db, row, renter_id))]
    if (await areBlocked(db, [borrower_id], lenders)) continue
    await db
      .update(transactions)
      .set({ closed_at: null })
      .where(inArray(transactions.id, [row.id]))
    await announceChange(db, row)
  }
}
