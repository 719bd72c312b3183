import { eq, sql } from 'drizzle-orm'
import type { AccountMerge } from '#platform/server/feature.ts'
import { waits } from '../tables.ts'

/** Moves the waits. In a line where both accounts stand, the earlier place stays. */
export const waitMerge: AccountMerge = {
  async move(tx, _deps, { from, into }) {
    await tx.execute(sql`
      DELETE FROM waits USING waits other
      WHERE waits.letterbox_id = other.letterbox_id AND waits.item_id = other.item_id
        AND (waits.user_id, other.user_id) IN ((${from.id}::uuid, ${into.id}::uuid), (${into.id}::uuid, ${from.id}::uuid))
        AND (waits.created_at, waits.user_id) > (other.created_at, other.user_id)`)
    await tx.update(waits).set({ user_id: into.id }).where(eq(waits.user_id, from.id))
  },
}
