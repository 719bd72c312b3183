import { and, count, eq, ne, or, sql } from 'drizzle-orm'
import type { AccountMerge, Feature } from '#platform/server/feature.ts'
import { blocks as blocksTable } from '#platform/server/identity/tables.ts'
import { addBlockRoutes } from './blocks.routes.ts'

/** When two accounts of a person are merged, the blocks of both, made or received, hold for the merged account. */
const merge: AccountMerge = {
  async shares(db, { from, into }) {
    const [row] = await db
      .select({ total: count() })
      .from(blocksTable)
      .where(
        and(
          or(eq(blocksTable.blocker_id, from.id), eq(blocksTable.blocked_id, from.id)),
          ne(blocksTable.blocker_id, into.id),
          ne(blocksTable.blocked_id, into.id),
        ),
      )
    return [{ what: 'blocks', moves: row?.total ?? 0, ends: 0 }]
  },

  async move(tx, _deps, { from, into }) {
    await tx.execute(sql`
      INSERT INTO ${blocksTable} (blocker_id, blocked_id, created_at)
      SELECT CASE WHEN blocker_id = ${from.id} THEN ${into.id}::uuid ELSE blocker_id END,
        CASE WHEN blocked_id = ${from.id} THEN ${into.id}::uuid ELSE blocked_id END, created_at
      FROM ${blocksTable}
      WHERE (blocker_id = ${from.id} AND blocked_id <> ${into.id})
        OR (blocked_id = ${from.id} AND blocker_id <> ${into.id})
      ON CONFLICT DO NOTHING`)
  },
}

export const blocks: Feature = {
  name: 'blocks',
  routes: addBlockRoutes,
  merge,
  // Blocks by others are left out: users do not learn who has blocked them.
  personalData: [
    {
      table: blocksTable,
      betweenPeople: 'all',
      where: ({ id }) => eq(blocksTable.blocker_id, id),
    },
  ],
}
