import { and, eq, sql } from 'drizzle-orm'
import type { TransactionRow } from '#features/lending/conversations/transactions/tables.ts'
import { isOnMap } from '#features/places/letterboxes/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'

/**
 * Why a letterbox cannot be asked now for the thing of a request that it got: `gone` where the sticker was taken off,
 * `away` where it is on holiday, has left the map or takes no requests; null where it can. None of it ends a request,
 * since whoever lends can still say yes; but who is silent then has left nobody without a sign.
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
