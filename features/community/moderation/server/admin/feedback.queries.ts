import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#platform/server/db/client.ts'
import { holds } from '#platform/server/db/text-search.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import type {
  AdminFeedback,
  AdminFeedbackRow,
  adminFeedbackApi,
  InboxCounts,
} from '../../contract.admin.ts'
import { general_feedbacks as feedbacks } from '../../tables.ts'
import { assignee, findHandling, inboxListing, presentRow, rowColumns } from './cases.queries.ts'

const rowFields = {
  ...rowColumns(feedbacks, 'feedback', feedbacks.content),
  type: feedbacks.type,
  author: { id: users.id, name: users.firstname },
}

type Stored = Parameters<typeof presentRow>[0] & Pick<AdminFeedback, 'type' | 'author'>

const presentFeedbackRow = (row: Stored): AdminFeedbackRow => ({
  type: row.type,
  author: row.author,
  ...presentRow(row),
})

/** Found by text or author. Two subqueries with an index each, because one condition with OR would use neither. */
const isFoundBy = (text: string): SQL =>
  sql`${feedbacks.id} IN (
    SELECT ${feedbacks.id} FROM ${feedbacks} WHERE ${holds(feedbacks.content, text)}
    UNION SELECT ${feedbacks.id} FROM ${feedbacks} WHERE ${feedbacks.user_id} IN (
      SELECT ${users.id} FROM ${users} WHERE ${holds(users.firstname, text)}))`

type Query = z.output<typeof adminFeedbackApi.list.query>

interface FeedbackFilter extends Pick<Query, 'type' | 'user_id'> {
  text: string | undefined
}

const listFeedback = inboxListing(feedbacks, {
  isMatch: ({ text, type, user_id }: FeedbackFilter) =>
    and(
      text ? isFoundBy(text) : undefined,
      type ? eq(feedbacks.type, type) : undefined,
      user_id ? eq(feedbacks.user_id, user_id) : undefined,
    ),
  read: (db, isOnPage, order) =>
    db
      .select(rowFields)
      .from(feedbacks)
      .innerJoin(users, eq(users.id, feedbacks.user_id))
      .leftJoin(assignee, eq(assignee.id, feedbacks.assignee_id))
      .where(isOnPage)
      .orderBy(...order),
})

/** One page of feedback, and the count of each state. */
export async function searchFeedback(
  db: Db,
  viewer: Viewer,
  { state, page, size, search, type, user_id }: Query,
): Promise<{ rows: AdminFeedbackRow[]; total: number; counts: InboxCounts }> {
  const filter = { text: search.trim() || undefined, type, user_id }
  const eyes = { id: viewer.id, seesAll: true }
  const found = await listFeedback(db, eyes, { state, page, size }, filter)
  return { ...found, rows: found.rows.map(presentFeedbackRow) }
}

/** One feedback with all details; null if it does not exist. */
export async function findFeedback(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<AdminFeedback | null> {
  const [row] = await db
    .select({
      ...rowFields,
      content: feedbacks.content,
      email: users.email,
      lang: users.lang,
    })
    .from(feedbacks)
    .innerJoin(users, eq(users.id, feedbacks.user_id))
    .leftJoin(assignee, eq(assignee.id, feedbacks.assignee_id))
    .where(eq(feedbacks.id, id))
  if (!row) return null
  const { content, email, lang } = row
  const handling = await findHandling(db, feedbacks, 'feedback', viewer, id)
  return {
    ...presentFeedbackRow(row),
    content,
    email,
    lang,
    ...handling,
  }
}

/** Count of open feedback, as a column of a query. */
export const countOpenFeedback = sql<number>`(SELECT count(*)::int FROM ${feedbacks}
  WHERE ${isNull(feedbacks.handled_at)})`
