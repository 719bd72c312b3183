import { and, asc, count, eq } from 'drizzle-orm'
import { insertCodes, type SentSheets } from '#features/places/letterboxes/codes/server/door.ts'
import { findMembersOf } from '#features/places/letterboxes/members/server/door.ts'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { lockOrder, ordersOfAccount } from '#features/shop/orders/server/door.ts'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { sheet_codes } from '../tables.ts'
import { isSamePlace } from './parcels.queries.ts'

const codesOf = async (db: Db, orderId: string) => {
  const rows = await db
    .select({ code: sheet_codes.code })
    .from(sheet_codes)
    .where(eq(sheet_codes.order_id, orderId))
    .orderBy(asc(sheet_codes.code))
  return rows.map(({ code }) => code)
}

/**
 * One code for each sheet of an order; created with its first stickers and printed again after that, also when the
 * sheet was claimed or given away. A code ends with the letterbox that claimed it, so a later print replaces it.
 */
export async function sheetCodesOf(
  tx: Db,
  order: { id: string; amount: number },
  now: Date,
): Promise<string[]> {
  // Locked, so that two prints at the same time do not create codes twice.
  await lockOrder(tx, order.id)
  const existing = await codesOf(tx, order.id)
  const missing = order.amount - existing.length
  if (missing <= 0) return existing.slice(0, order.amount)
  const created = await insertCodes(tx, null, missing, now)
  await tx.insert(sheet_codes).values(created.map((code) => ({ code, order_id: order.id })))
  return [...existing, ...created]
}

/** Whether stickers with codes were printed for an order. */
export async function hasSheetCodes(db: Db, orderId: string): Promise<boolean> {
  const [row] = await db
    .select({ codes: count() })
    .from(sheet_codes)
    .where(eq(sheet_codes.order_id, orderId))
  return (row?.codes ?? 0) > 0
}

export const sentSheets: SentSheets = {
  /**
   * The household of the receiver ordered it, or it went to their address. Resellers pass their sheets on, and a code
   * without an order was handed out, so anyone may have those.
   */
  async canBeReceivedBy(db, code, { userId, letterbox }) {
    const sheet = await findSheet(db, code)
    if (!sheet) return true
    const { order, given_away_at } = sheet
    if (order.status === 'cancelled') return false
    if (order.product_id === PRODUCT_ID.reseller || given_away_at) return true
    if (await isSamePlace(db, order, letterbox)) return true
    const members = await findMembersOf(db, letterbox.user_id)
    const household = new Set([userId, letterbox.user_id, ...members.map(({ id }) => id)])
    return isOrderOfOne(db, order.id, household)
  },

  async isOrderedBy(db, code, userId) {
    const sheet = await findSheet(db, code)
    if (!sheet || sheet.given_away_at) return false
    const { order } = sheet
    if (order.status === 'cancelled' || order.product_id === PRODUCT_ID.reseller) return false
    return isOrderOfOne(db, order.id, new Set([userId]))
  },

  async giveAway(tx, code, now) {
    await tx.update(sheet_codes).set({ given_away_at: now }).where(eq(sheet_codes.code, code))
  },
}

/** The order of a printed sheet; null for a code that was printed to hand out. */
async function findSheet(db: Db, code: string) {
  const [row] = await db
    .select({ order: orders, given_away_at: sheet_codes.given_away_at })
    .from(sheet_codes)
    .innerJoin(orders, eq(orders.id, sheet_codes.order_id))
    .where(eq(sheet_codes.code, code))
  return row ?? null
}

/** Whether one of these users placed the order, with their account or under its address before they had one. */
async function isOrderOfOne(
  db: Db,
  orderId: string,
  userIds: ReadonlySet<string>,
): Promise<boolean> {
  for (const userId of userIds) {
    const [row] = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, orderId), ordersOfAccount(userId)))
    if (row) return true
  }
  return false
}
