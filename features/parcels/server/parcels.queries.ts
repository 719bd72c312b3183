import { randomInt } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { orders } from '#features/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { PARCEL_CODE_COUNT, parcelCodeOf } from '../parcel-code.ts'
import { parcel_codes } from '../tables.ts'
import { CODE_MS } from './parcels.rules.ts'

export type ParcelCodeRow = typeof parcel_codes.$inferSelect

/** With 27 billion codes a second try is rare, and a tenth never happens. */
const CODE_TRIES = 10

async function findCode(db: Db, orderId: string): Promise<ParcelCodeRow | null> {
  const [row] = await db.select().from(parcel_codes).where(eq(parcel_codes.order_id, orderId))
  return row ?? null
}

/** The code of an order's parcel, made with its first slip; the same one ever after. */
export async function codeOf(db: Db, orderId: string, now: Date): Promise<ParcelCodeRow> {
  for (let i = 0; i < CODE_TRIES; i += 1) {
    const existingCode = await findCode(db, orderId)
    if (existingCode) return existingCode
    const code = parcelCodeOf(randomInt(PARCEL_CODE_COUNT))
    const expires_at = new Date(now.getTime() + CODE_MS)
    // The code is taken, or another slip of the same order was made at the same time.
    await db
      .insert(parcel_codes)
      .values({ order_id: orderId, code, created_at: now, expires_at })
      .onConflictDoNothing()
  }
  throw new Error('Unexpected: no parcel code is free')
}

/** The row of a code, locked until the transaction ends; null if its order was cancelled. */
export async function lockCode(db: Db, code: string): Promise<ParcelCodeRow | null> {
  const [row] = await db
    .select({ code: parcel_codes })
    .from(parcel_codes)
    .innerJoin(orders, eq(orders.id, parcel_codes.order_id))
    .where(and(eq(parcel_codes.code, code), ne(orders.status, 'cancelled')))
    .for('update', { of: parcel_codes })
  return row?.code ?? null
}

/** As addresses are compared in the search: whoever wrote "Langstr. 94 A" means "Langstrasse 94a". */
const key = (text: unknown) => sql`letterbox_address_key(${text})`

/** Whether a parcel went to the address of a letterbox. */
export async function wentTo(db: Db, orderId: string, letterboxId: string): Promise<boolean> {
  const placeOf = (of: typeof orders | typeof letterboxes) =>
    key(sql`${of.postcode} || ' ' || ${of.city}`)
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(
      letterboxes,
      and(
        eq(letterboxes.country, orders.country),
        sql`${key(letterboxes.address)} = ${key(orders.address)}`,
        sql`${placeOf(letterboxes)} = ${placeOf(orders)}`,
      ),
    )
    .where(and(eq(orders.id, orderId), eq(letterboxes.id, letterboxId)))
  return rows.length > 0
}

export async function markUsed(
  db: Db,
  { order_id }: ParcelCodeRow,
  letterboxId: string,
  now: Date,
): Promise<void> {
  await db
    .update(parcel_codes)
    .set({ used_at: now, letterbox_id: letterboxId })
    .where(eq(parcel_codes.order_id, order_id))
}
