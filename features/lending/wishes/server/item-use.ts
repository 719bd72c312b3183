import { count, eq, sql } from 'drizzle-orm'
import type { ItemUse } from '#features/places/items/server/door.ts'
import { wishes } from '../tables.ts'

export const itemUse: ItemUse = {
  async preview(db, from) {
    const [moved] = await db
      .select({ wishes: count() })
      .from(wishes)
      .where(eq(wishes.item_id, from))
    return { wishes: moved?.wishes ?? 0 }
  },

  /** A person who wishes for both items keeps the wish for the other one. */
  async move(tx, from, into) {
    await tx.execute(sql`
      DELETE FROM wishes USING wishes other
      WHERE wishes.item_id = ${from} AND other.item_id = ${into} AND (
        wishes.user_id = other.user_id OR (
          lower(wishes.email) = lower(other.email)
          AND wishes.confirmed_at IS NOT NULL AND other.confirmed_at IS NOT NULL
        )
      )`)
    await tx.update(wishes).set({ item_id: into }).where(eq(wishes.item_id, from))
  },
}
