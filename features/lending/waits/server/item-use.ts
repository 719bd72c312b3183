import { eq, sql } from 'drizzle-orm'
import type { ItemUse } from '#features/places/items/server/door.ts'
import { waits } from '../tables.ts'

export const itemUse: ItemUse = {
  async preview() {
    return {}
  },

  /** A member who waits for both items of a letterbox keeps the place for the other one. */
  async move(tx, from, into) {
    await tx.execute(sql`
      DELETE FROM waits USING waits other
      WHERE waits.item_id = ${from} AND other.item_id = ${into}
        AND waits.user_id = other.user_id AND waits.letterbox_id = other.letterbox_id`)
    await tx.update(waits).set({ item_id: into }).where(eq(waits.item_id, from))
  },
}
