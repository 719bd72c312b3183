import { and, count, eq } from 'drizzle-orm'
import type { AccountMerge } from '#platform/server/feature.ts'
import { tokens, users } from '#platform/server/identity/tables.ts'

/**
 * Merges the accounts themselves. The merged account loses its ways in; the remaining one gets the
 * older creation date.
 */
export const accountMerge: AccountMerge = {
  async shares(db, { from }) {
    const [sessions] = await db
      .select({ total: count() })
      .from(tokens)
      .where(and(eq(tokens.user_id, from.id), eq(tokens.kind, 'session')))
    return [
      { what: 'password', moves: 0, ends: from.password_hash === null ? 0 : 1 },
      { what: 'sessions', moves: 0, ends: sessions?.total ?? 0 },
    ]
  },

  async move(tx, _deps, { from, into }) {
    const created_at = from.created_at < into.created_at ? from.created_at : into.created_at
    await tx
      .update(users)
      .set({
        created_at,
        // An account that was once let in need not wait again.
        waiting_since: from.waiting_since ? into.waiting_since : null,
        beta_tester: from.beta_tester || into.beta_tester,
        reseller: from.reseller || into.reseller,
      })
      .where(eq(users.id, into.id))
  },
}
