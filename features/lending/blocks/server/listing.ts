import { and, desc, eq, sql } from 'drizzle-orm'
import { findKnownName } from '#features/lending/conversations/sides/server/door.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { blocks, users } from '#platform/server/identity/tables.ts'
import type { BlockedPerson } from '../contract.ts'

/** The people whom a user has blocked, newest block first, under the names that the user could see. */
export async function listBlocked(db: Db, blockerId: string): Promise<BlockedPerson[]> {
  const rows = await db
    .select({
      user_id: blocks.blocked_id,
      blocked_at: blocks.created_at,
      letterbox_id: sql<string | null>`CASE WHEN ${isOnMap} THEN ${letterboxes.id} END`,
    })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blocked_id))
    .leftJoin(letterboxes, and(eq(letterboxes.user_id, users.id)))
    .where(eq(blocks.blocker_id, blockerId))
    .orderBy(desc(blocks.created_at), desc(blocks.blocked_id))
  return Promise.all(
    rows.map(async ({ blocked_at, ...row }) => ({
      ...row,
      name: await findKnownName(db, blockerId, row.user_id),
      blocked_at: blocked_at.toISOString(),
    })),
  )
}
