import { eq, sql } from 'drizzle-orm'
import type { AccountMerge } from '#platform/server/feature.ts'
import { users } from '#platform/server/identity/tables.ts'
import { membership_reminders } from '../tables.ts'
import { settleMembership } from './memberships.queries.ts'

/** Paid years move with their orders. The years that the community gave and the sent reminders go with the account. */
export const membershipMerge: AccountMerge = {
  async shares(_db, { from }) {
    return [{ what: 'membership', moves: from.membership_until === null ? 0 : 1, ends: 0 }]
  },

  async move(tx, _deps, { from, into }) {
    const given = from.membership_given_until?.toISOString() ?? null
    await tx
      .update(users)
      .set({
        membership_given_until: sql`greatest(${users.membership_given_until}, ${given}::timestamptz)`,
      })
      .where(eq(users.id, into.id))
    await tx.execute(sql`
      UPDATE ${membership_reminders} AS moved SET user_id = ${into.id}
      WHERE moved.user_id = ${from.id} AND NOT EXISTS (
        SELECT FROM ${membership_reminders} AS kept WHERE kept.user_id = ${into.id}
          AND kept.kind = moved.kind AND kept.membership_until = moved.membership_until)`)
  },

  settle: (tx, { into }) => settleMembership(tx, into.id),
}
