import { inArray, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import { strangersTo } from '#platform/server/identity/blocks.queries.ts'
import { household_members, letterboxes } from '../../tables.ts'

/** Whether the user is blocked by, or has blocked, someone who manages the letterbox. */
export const isBlockedFor = (userId: InSql<string>): SQL<boolean> => sql<boolean>`(
  ${letterboxes.user_id} IN ${strangersTo(userId)} OR EXISTS (
    SELECT FROM ${household_members} WHERE ${household_members.letterbox_id} = ${letterboxes.id}
    AND ${household_members.user_id} IN ${strangersTo(userId)}))`

// A union, because a single query with "or" reads all letterboxes.
const findBlocked = prepared('blocked_letterboxes', (db, { userId }: Asking<{ userId: string }>) =>
  union(
    db
      .select({ id: letterboxes.id })
      .from(letterboxes)
      .where(inArray(letterboxes.user_id, strangersTo(userId))),
    db
      .select({ id: household_members.letterbox_id })
      .from(household_members)
      .where(inArray(household_members.user_id, strangersTo(userId))),
  ),
)

/** Ids of the letterboxes that are invisible to a user because of a block in either direction. */
export async function findBlockedLetterboxes(db: Db, userId: string): Promise<string[]> {
  const rows = await findBlocked(db, { userId })
  return rows.map(({ id }) => id)
}
