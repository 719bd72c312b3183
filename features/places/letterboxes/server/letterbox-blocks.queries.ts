import { inArray, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import { strangersTo } from '#platform/server/identity/blocks.queries.ts'
import { household_members, letterboxes } from '../tables.ts'

/** Whether the user and anybody who manages the letterbox at hand have blocked each other. */
export const isBlockedFor = (userId: InSql<string>): SQL<boolean> => sql<boolean>`(
  ${letterboxes.user_id} IN ${strangersTo(userId)} OR EXISTS (
    SELECT FROM ${household_members} WHERE ${household_members.letterbox_id} = ${letterboxes.id}
    AND ${household_members.user_id} IN ${strangersTo(userId)}))`

// The own ones of strangers and those that they share are two questions: for one with an "or" all letterboxes are read.
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

/** Ids of the letterboxes that do not exist for a user, because of a block in either direction. */
export async function findBlockedLetterboxes(db: Db, userId: string): Promise<string[]> {
  const rows = await findBlocked(db, { userId })
  return rows.map(({ id }) => id)
}
