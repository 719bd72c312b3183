import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { notices } from '../../tables.ts'

/** Deletes waiting notices of some users under a tag. Notices that are already in a digest stay. */
export async function dropNoticesOf(db: Db, userIds: string[], tag: string): Promise<void> {
  await db
    .delete(notices)
    .where(
      and(inArray(notices.user_id, userIds), eq(notices.tag, tag), isNull(notices.gathered_at)),
    )
}
