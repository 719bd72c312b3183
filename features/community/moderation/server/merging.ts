import { count, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { AccountMerge } from '#platform/server/feature.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { cases } from '../tables.ts'
import { isOfKind } from './admin/cases.queries.ts'

/** Reports with or without an account. What another account reported under the same address stays with that one. */
const isReportBy = (user: UserRow): SQL =>
  sql`${isOfKind('report')} AND (${cases.user_id} = ${user.id}
    OR ${cases.user_id} IS NULL AND ${leftUnderAddress(cases.email, user)})`

const isFeedbackBy = ({ id }: UserRow): SQL =>
  sql`${isOfKind('feedback')} AND ${cases.user_id} = ${id}`

async function countOf(db: Db, which: SQL): Promise<number> {
  const [row] = await db.select({ total: count() }).from(cases).where(which)
  return row?.total ?? 0
}

/** Moves cases, and the address for their answers. */
export const caseMerge: AccountMerge = {
  async shares(db, { from }) {
    return [
      { what: 'reports', moves: await countOf(db, isReportBy(from)), ends: 0 },
      { what: 'feedback', moves: await countOf(db, isFeedbackBy(from)), ends: 0 },
    ]
  },

  async move(tx, _deps, { from, into }) {
    await tx
      .update(cases)
      .set({
        user_id: into.id,
        email: sql`CASE WHEN lower(${cases.email}) = lower(${from.email}) THEN ${into.email} ELSE ${cases.email} END`,
      })
      .where(sql`${isReportBy(from)} OR ${isFeedbackBy(from)}`)
    // If both accounts have reported the same message, one report stays as it is.
    await tx
      .update(cases)
      .set({ user_id: into.id })
      .where(
        sql`${isOfKind('message_report')} AND ${cases.user_id} = ${from.id} AND ${cases.message_id} NOT IN (
          SELECT ${cases.message_id} FROM ${cases} WHERE ${isOfKind('message_report')} AND ${cases.user_id} = ${into.id})`,
      )
  },
}
