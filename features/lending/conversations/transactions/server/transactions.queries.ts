import { and, eq, inArray, isNull, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import type { Message } from '../contract.ts'
import type { LoanSide } from '../loan-steps.ts'
import {
  message_quotations,
  messages,
  type TransactionRow,
  transaction_views,
  transactions,
} from '../tables.ts'
import { withoutLinks } from './screening/message-warnings.ts'
import { borrower, borrowerBox, partyColumns, presentParty } from './sides-as-shown.ts'
import { findSpeaker, isSeenBy, lendsAsMember, viewersRole, viewersSide } from './who-sees.ts'

type MessageRow = typeof messages.$inferSelect

/** A message as seen by the side that wrote it. */
export function presentMessage(row: MessageRow, has_quoted = false): Message {
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
    automatic: row.automatic,
    has_quoted,
  }
}

/** Whether the viewer wrote this message by mail and part of it was cut. */
export const hasQuoted = (messageId: SQLWrapper, viewerId: InSql<string>) => sql<boolean>`
  EXISTS (SELECT FROM ${message_quotations}
    WHERE author_id = ${viewerId} AND message_id = ${messageId})`

/** A message that waits for a moderator is visible only to the side that wrote it. */
export const reached = (viewerId: InSql<string>) => sql`
  (held_at IS NULL OR from_id = ${viewersSide(viewerId)})`

/** Messages to the viewer's side that no one on that side has seen. */
export const unseen = (viewerId: InSql<string>) => sql`
  transaction_id = ${transactions.id} AND seen_at IS NULL AND held_at IS NULL
  AND to_id = ${viewersSide(viewerId)}`

/**
 * Whether the other side did something at the instant `at` and no one on the viewer's side has opened the
 * transaction since.
 */
const isUnseen = (viewerId: InSql<string>, side: SQL, at: SQL) => sql`
  ${side} <> ${viewersRole(viewerId)}
  AND NOT EXISTS (
    SELECT FROM transaction_views looked
    WHERE looked.transaction_id = ${transactions.id} AND looked.viewed_at >= ${at}
      AND (looked.user_id IS NOT DISTINCT FROM ${transactions.borrower_id})
        = (${viewerId} IS NOT DISTINCT FROM ${transactions.borrower_id})
  )`

/** Whether the current transaction has a thank-you of the other side that no one on the viewer's side has seen. */
const hasUnseenThanks = (viewerId: InSql<string>) => sql<boolean>`EXISTS (
  SELECT FROM transaction_thanks thanks WHERE thanks.transaction_id = ${transactions.id}
    AND ${isUnseen(viewerId, sql`thanks.side`, sql`thanks.created_at`)}
)`

/**
 * Whether the current transaction has news for a viewer who speaks for one of its sides. News means that since
 * the last view the other side said yes or no, proposed or asked for other days, said or noted what was arranged
 * in words, or said thank you. An automatic no counts as the lender's.
 */
export const hasUnseenNews = (viewerId: InSql<string>) => sql<boolean>`(EXISTS (
  SELECT FROM transaction_events news
  WHERE news.transaction_id = ${transactions.id} AND news.status = ${transactions.status}
    AND (news.status = 'declined' OR (news.status = 'accepted' AND news.reason IS NULL)
      OR news.reason IN ('another_day', 'days_asked', 'days_agreed', 'days_kept',
        'agreed_in_words', 'fetched_in_words', 'noted'))
    AND ${isUnseen(viewerId, sql`coalesce(news.side, 'lender')`, sql`news.at`)}
) OR ${hasUnseenThanks(viewerId)})`

/** A column about the user's household, for members who receive messages; else null. */
const householdOf = (userId: InSql<string>, column: 'letterboxes.user_id' | 'joined_at') => sql`(
  SELECT ${sql.raw(column)} FROM household_members
  JOIN letterboxes ON letterboxes.id = household_members.letterbox_id
  JOIN users ON users.id = household_members.user_id AND users.enable_messaging
  WHERE household_members.user_id = ${userId}
)`

const selectNewCount = prepared(
  'new_transactions',
  (db, { userId }: Asking<{ userId: string }>) => {
    // Scalar values, so that the indexes of the columns are used.
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
    return db
      .select({ count: sql<number>`count(*)::int` })
      .from(waiting)
      .where(not(inArray(waiting.id, archived)))
  },
)

/**
 * The number of transactions with unseen messages or news for the user, without archived ones. Requests to the
 * household's letterbox count for members who receive messages, if they were made since the member joined.
 */
export async function countNewTransactions(db: Db, userId: string): Promise<number> {
  const [row] = await selectNewCount(db, { userId })
  return row?.count ?? 0
}

/** A message as a user of one of its sides sees it; null if the user may not see it. */
export async function findMessage(
  db: Db,
  messageId: string,
): Promise<((userId: string) => { transaction_id: string; message: Message } | null) | null> {
  const [row] = await db
    .select({
      message: messages,
      borrower_id: transactions.borrower_id,
      quoted_by: message_quotations.author_id,
    })
    .from(messages)
    .leftJoin(message_quotations, eq(message_quotations.message_id, messages.id))
    .innerJoin(transactions, eq(transactions.id, messages.transaction_id))
    .where(eq(messages.id, messageId))
  if (!row) return null
  const { transaction_id, from_id, author_id } = row.message
  const message = presentMessage(row.message)
  return (userId) => {
    // Who on the sender's side sees it was decided when it was stored.
    if (row.message.held_at && userId === row.message.to_id) return null
    const hidden = userId === row.borrower_id && author_id !== from_id
    return {
      transaction_id,
      message: {
        ...message,
        author_id: hidden ? null : author_id,
        has_quoted: row.quoted_by === userId,
      },
    }
  }
}

/** The name by which a user knows another one, or null. Borrowers give their first name to the lenders they ask. */
export async function findKnownName(
  db: Db,
  userId: string,
  otherId: string,
): Promise<string | null> {
  const { household } = await findSpeaker(db, userId)
  const requestsOfOther = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.borrower_id, otherId),
        // Also counts requests from before this member joined: the whole household was given the name.
        inArray(transactions.lender_id, household ? [userId, household.owner] : [userId]),
        isNull(transactions.held_at),
      ),
    )
    .limit(1)
  return findSenderName(db, otherId, requestsOfOther.length > 0 ? 'borrower' : 'lender')
}

const selectSenders = (db: Db, { ids }: { ids: string[] }) =>
  db
    .select(partyColumns(borrower, borrowerBox))
    .from(borrower)
    .leftJoin(borrowerBox, eq(borrowerBox.user_id, borrower.id))
    .where(inArray(borrower.id, ids))

/** The sender's name as the recipient may see it: first name, else street, else null. */
export async function findSenderName(
  db: Db,
  senderId: string,
  role: LoanSide,
): Promise<string | null> {
  const [sender] = await selectSenders(db, { ids: [senderId] })
  return sender ? nameOf(sender, role) : null
}

type Sender = Awaited<ReturnType<typeof selectSenders>>[number]

function nameOf(sender: Sender, role: LoanSide): string | null {
  // The reader is never the sender, hence not `own`.
  const party = presentParty(sender, role, { own: false })
  const name = party?.firstname || party?.address
  // Users choose their names, and mail programs turn some names into links.
  return name ? withoutLinks(name) : null
}

/**
 * The names of the other sides, as each of these sides may see them; null if the other side shows none or is
 * gone.
 */
export async function findNamesFor(
  db: Db,
  { borrower_id, lender_id }: Pick<TransactionRow, 'borrower_id' | 'lender_id'>,
  receivers: readonly LoanSide[],
): Promise<Record<LoanSide, string | null>> {
  const otherOf = { borrower: lender_id, lender: borrower_id }
  const ids = receivers.map((side) => otherOf[side]).filter((id) => id !== null)
  const senders = ids.length > 0 ? await selectSenders(db, { ids }) : []
  const nameFor = (receiver: LoanSide) => {
    const sender = senders.find(({ id }) => id === otherOf[receiver])
    return sender ? nameOf(sender, receiver === 'lender' ? 'borrower' : 'lender') : null
  }
  return { borrower: nameFor('borrower'), lender: nameFor('lender') }
}

/** {@link findNamesFor} for one side. */
export async function findNameFor(
  db: Db,
  row: Pick<TransactionRow, 'borrower_id' | 'lender_id'>,
  receiver: LoanSide,
): Promise<string | null> {
  return (await findNamesFor(db, row, [receiver]))[receiver]
}
