import { and, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/server/db/client.ts'
import type { Message } from '../contract.ts'
import { messages, transaction_views, transactions } from '../tables.ts'
import { withoutLinks } from './screening/message-warnings.ts'
import { borrower, borrowerBox, partyColumns, presentParty } from './sides-as-shown.ts'
import { findSpeaker, isSeenBy, lendsAsMember, viewersRole } from './who-sees.ts'

type MessageRow = typeof messages.$inferSelect

/** As the side that wrote it sees it. */
export function presentMessage(row: MessageRow): Message {
  return {
    id: row.id,
    text: row.text,
    from_id: row.from_id,
    to_id: row.to_id,
    author_id: row.author_id,
    created_at: row.created_at.toISOString(),
    seen: row.seen_at !== null,
    warnings: row.warnings,
    held: row.held_at !== null,
    refused: row.refused_at !== null,
  }
}

/** What the other side did at `at`, and nobody of the viewer's side has looked at since. */
const isUnseen = (viewerId: string, side: SQL, at: SQL) => sql`
  ${side} <> ${viewersRole(viewerId)}
  AND NOT EXISTS (
    SELECT FROM transaction_views looked
    WHERE looked.transaction_id = ${transactions.id} AND looked.viewed_at >= ${at}
      AND (looked.user_id IS NOT DISTINCT FROM ${transactions.borrower_id})
        = (${viewerId} IS NOT DISTINCT FROM ${transactions.borrower_id})
  )`

/** A thank-you that nobody of the viewer's side has looked at: of the transaction at hand. */
const hasUnseenThanks = (viewerId: string) => sql<boolean>`EXISTS (
  SELECT FROM transaction_thanks given WHERE given.transaction_id = ${transactions.id}
    AND ${isUnseen(viewerId, sql`given.side`, sql`given.created_at`)}
)`

/**
 * What the other side said to what this side asked or proposed, other days that it proposed, or its
 * thank-you, and nobody of this side has looked at since: of the transaction at hand, for who speaks for
 * a side of it.
 */
export const hasUnseenNews = (viewerId: string) => sql<boolean>`(EXISTS (
  SELECT FROM transaction_events news
  WHERE news.transaction_id = ${transactions.id} AND news.status = ${transactions.status}
    AND (news.status IN ('accepted', 'declined') OR news.reason = 'another_day')
    AND ${isUnseen(viewerId, sql`news.side`, sql`news.at`)}
) OR ${hasUnseenThanks(viewerId)})`

/** Of the letterbox of the household, for members who take messages; null for everyone else. */
const householdOf = (userId: string, column: 'letterboxes.user_id' | 'joined_at') => sql`(
  SELECT ${sql.raw(column)} FROM household_members
  JOIN letterboxes ON letterboxes.id = household_members.letterbox_id
  JOIN users ON users.id = household_members.user_id AND users.enable_messaging
  WHERE household_members.user_id = ${userId}
)`

/**
 * In how many transactions a message to the user, or news, wait to be seen, leaving out what the user put out of the
 * way. What waits for the
 * letterbox of the household counts for members who take messages, as far as it was asked since they
 * joined.
 */
export async function countNewTransactions(db: Db, userId: string): Promise<number> {
  // Compared with one value each: the indexes of the columns are used.
  const household = {
    owner: householdOf(userId, 'letterboxes.user_id'),
    since: householdOf(userId, 'joined_at'),
  }
  const toHousehold = sql`EXISTS (
    SELECT FROM ${transactions} WHERE ${transactions.id} = ${messages.transaction_id}
    AND ${lendsAsMember(userId, household)})`
  const unseen = db
    .select({ id: messages.transaction_id })
    .from(messages)
    .where(
      and(
        isNull(messages.seen_at),
        isNull(messages.held_at),
        or(eq(messages.to_id, userId), and(eq(messages.to_id, household.owner), toHousehold)),
      ),
    )
  const news = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(isSeenBy({ id: userId, household }), hasUnseenNews(userId)))
  const waiting = union(unseen, news).as('waiting')
  const archived = db
    .select({ id: transaction_views.transaction_id })
    .from(transaction_views)
    .where(and(eq(transaction_views.user_id, userId), eq(transaction_views.archived, true)))
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(waiting)
    .where(not(inArray(waiting.id, archived)))
  return row?.count ?? 0
}

/** A message as each of those concerned sees it. */
export async function findMessage(
  db: Db,
  messageId: string,
): Promise<((userId: string) => { transaction_id: string; message: Message } | null) | null> {
  const [row] = await db
    .select({ message: messages, borrower_id: transactions.borrower_id })
    .from(messages)
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(eq(messages.id, messageId))
  if (!row) return null
  const { transaction_id, from_id, author_id } = row.message
  const message = presentMessage(row.message)
  return (userId) => {
    // Who of the sender's side is told of it was decided when it was stored.
    if (row.message.held_at && userId === row.message.to_id) return null
    const hidden = userId === row.borrower_id && author_id !== from_id
    return { transaction_id, message: hidden ? { ...message, author_id: null } : message }
  }
}

/** By what name a user knew another one, if by any: who has asked it has given the first name. */
export async function findKnownName(
  db: Db,
  userId: string,
  otherId: string,
): Promise<string | null> {
  const { household } = await findSpeaker(db, userId)
  const asked = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.borrower_id, otherId),
        // Also what the household was asked before this member joined: the name was given to all of it.
        inArray(transactions.renter_id, household ? [userId, household.owner] : [userId]),
        isNull(transactions.held_at),
      ),
    )
    .limit(1)
  return findSenderName(db, otherId, asked.length > 0 ? 'borrower' : 'renter')
}

/** The sender as the recipient may see it, in one word: first name, else street, else null. */
export async function findSenderName(
  db: Db,
  senderId: string,
  role: 'borrower' | 'renter',
): Promise<string | null> {
  const [sender] = await db
    .select(partyColumns(borrower, borrowerBox))
    .from(borrower)
    .leftJoin(borrowerBox, eq(borrowerBox.user_id, borrower.id))
    .where(eq(borrower.id, senderId))
  // Seen by somebody else, never by the sender.
  const party = sender ? presentParty(sender, role, { own: false }) : null
  const name = party?.firstname || party?.address
  // A name is chosen by its bearer, and mail programs make links of some.
  return name ? withoutLinks(name) : null
}
