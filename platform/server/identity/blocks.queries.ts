import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { InSql } from '../db/prepared.ts'
import { blocks } from './tables.ts'

/** All users who have blocked this user or were blocked by them. */
export const strangersTo = (userId: InSql<string>): SQL => sql`(
  SELECT ${blocks.blocked_id} FROM ${blocks} WHERE ${blocks.blocker_id} = ${userId}
  UNION SELECT ${blocks.blocker_id} FROM ${blocks} WHERE ${blocks.blocked_id} = ${userId})`

/** Whether any user of one list and any user of the other have blocked each other. */
export async function areBlocked(
  db: Db,
  ones: readonly string[],
  others: readonly string[],
): Promise<boolean> {
  const between = (from: readonly string[], to: readonly string[]) =>
    sql`(${inArray(blocks.blocker_id, [...from])} AND ${inArray(blocks.blocked_id, [...to])})`
  if (ones.length === 0 || others.length === 0) return false
  const [row] = await db
    .select({ blocker_id: blocks.blocker_id })
    .from(blocks)
    .where(or(between(ones, others), between(others, ones)))
    .limit(1)
  return row !== undefined
}

/** @returns whether the block is new */
export async function insertBlock(
  db: Db,
  blockerId: string,
  blockedId: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .insert(blocks)
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflictDoNothing()
    .returning({ blocked_id: blocks.blocked_id })
  return rows.length > 0
}

/** @returns whether the block existed */
export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const rows = await db
    .delete(blocks)
    .where(sql`${eq(blocks.blocker_id, blockerId)} AND ${eq(blocks.blocked_id, blockedId)}`)
    .returning({ blocked_id: blocks.blocked_id })
  return rows.length > 0
}
