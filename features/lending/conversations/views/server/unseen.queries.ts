import { and, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import {
  isSeenBy,
  lendsAsMember,
  viewersRole,
  viewersSide,
} from '#features/lending/conversations/who-sees/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import { transaction_views } from '../tables.ts'

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
