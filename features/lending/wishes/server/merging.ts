import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { AccountMerge, MergingAccounts } from '#platform/server/feature.ts'
import { leftUnderAddress } from '#platform/server/identity/own-address.ts'
import { wishes } from '../tables.ts'

/** Wishes of the account that is merged, and those of its address without an account. */
const wishesOf = ({ from }: MergingAccounts) =>
  or(
    eq(wishes.user_id, from.id),
    and(
      isNull(wishes.user_id),
      isNotNull(wishes.confirmed_at),
      leftUnderAddress(wishes.email, from),
    ),
  )

async function listOf(db: Db, merging: MergingAccounts) {
  const rows = await db
    .select({ id: wishes.id, item_id: wishes.item_id })
    .from(wishes)
    .where(wishesOf(merging))
    .orderBy(sql`${wishes.user_id} IS NULL`, wishes.created_at, wishes.id)
  const kept = await db
    .select({ item_id: wishes.item_id })
    .from(wishes)
    .where(eq(wishes.user_id, merging.into.id))
  const items = new Set(kept.map(({ item_id }) => item_id))
  // An account wishes for an item at most once.
  const moving = rows.filter(({ item_id }) => !items.has(item_id) && items.add(item_id))
  return { rows, moving }
}

/** Moves the wishes for items that the remaining account does not wish for already. */
export const wishMerge: AccountMerge = {
  async shares(db, merging) {
    const { rows, moving } = await listOf(db, merging)
    return [{ what: 'wishes', moves: moving.length, ends: rows.length - moving.length }]
  },

  async move(tx, _deps, merging) {
    const { moving } = await listOf(tx, merging)
    for (const { id } of moving) {
      await tx
        .update(wishes)
        .set({ user_id: merging.into.id, email: null })
        .where(eq(wishes.id, id))
    }
    await tx.delete(wishes).where(wishesOf(merging))
  },
}
