import { and, count, eq, isNull, or, sql } from 'drizzle-orm'
import type { AccountMerge } from '#platform/server/feature.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { reports } from '../tables.ts'

/** Reports with or without an account. What another account reported under the same address stays with that one. */
const reportedBy = (user: UserRow) =>
  or(
    eq(reports.user_id, user.id),
    and(isNull(reports.user_id), leftUnderAddress(reports.email, user)),
  )

/** Moves reports, and the address for their answers. */
export const reportMerge = {
  async shares(db, { from }) {
    const [row] = await db.select({ total: count() }).from(reports).where(reportedBy(from))
    return [{ what: 'reports', moves: row?.total ?? 0, ends: 0 }]
  },

  async move(tx, _deps, { from, into }) {
    await tx
      .update(reports)
      .set({
        user_id: into.id,
        email: sql`CASE WHEN lower(${reports.email}) = lower(${from.email}) THEN ${into.email} ELSE ${reports.email} END`,
      })
      .where(reportedBy(from))
  },
} satisfies AccountMerge
