import { and, eq, sql } from 'drizzle-orm'
import type { TransactionRow } from '#features/lending/conversations/transactions/tables.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'

/**
 * Why a letterbox cannot be asked now for the thing of a pending request: `gone` if the sticker was removed,
 * `away` if the letterbox is on holiday, off the map or accepts no requests; null if it can be asked. None of
 * this ends the request, since the lender can still say yes; but the lender does not count as silent meanwhile.
 */
export async function findPause(
  db: Db,
  { lender_id, item_id }: Pick<TransactionRow, 'lender_id' | 'item_id'>,
): Promise<'away' | 'gone' | null> {
  if (lender_id === null) return null
  const [letterbox] = await db
    .select({
      isOpen: sql<boolean>`coalesce(${isOnMap} AND ${users.enable_messaging} AND ${users.takes_requests}, false)`,
      hasItem: sql<boolean>`${letterbox_items.item_id} IS NOT NULL`,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .leftJoin(
      letterbox_items,
      and(eq(letterbox_items.letterbox_id, letterboxes.id), eq(letterbox_items.item_id, item_id)),
    )
    .where(eq(letterboxes.user_id, lender_id))
  if (!letterbox?.isOpen) return 'away'
  return letterbox.hasItem ? null : 'gone'
}
