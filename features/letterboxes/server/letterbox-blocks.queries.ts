import { inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, type InSql, prepared } from '#platform/server/db/prepared.ts'
import { strangersTo } from '#platform/server/identity/blocks.queries.ts'
import { household_members, letterboxes } from '../tables.ts'

/** Whether the user and anybody who manages the letterbox at hand have blocked each other. */
export const isBlockedFor = (userId: InSql<string>): SQL<boolean> => sql<boolean>`(
  ${letterboxes.user_id} IN ${strangersTo(userId)} OR EXISTS (
    SELECT FROM ${household_members} WHERE ${household_members.letterbox_id} = ${letterboxes.id}
    AND ${household_members.user_id} IN ${strangersTo(userId)}))`

const findBlocked = prepared(
  'blocked_letterboxes',
  (db, { userId }: Asking<{ userId: string }>) => {
    const shared = sql`(SELECT ${household_members.letterbox_id} FROM ${household_members}
      WHERE ${household_members.user_id} IN ${strangersTo(userId)})`
    return db
      .select({ id: letterboxes.id })
      .from(letterboxes)
      .where(or(inArray(letterboxes.user_id, strangersTo(userId)), inArray(letterboxes.id, shared)))
  },
)

/** Ids of the letterboxes that do not exist for a user, because of a block in either direction. */
export async function findBlockedLetterboxes(db: Db, userId: string): Promise<string[]> {
  const rows = await findBlocked(db, { userId })
  return rows.map(({ id }) => id)
}
