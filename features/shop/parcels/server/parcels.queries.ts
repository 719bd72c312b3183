import { randomInt } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { PostalAddress } from '#features/people/accounts/name-and-address.ts'
import { isSameAddress } from '#features/places/letterboxes/addresses/server/door.ts'
import { canBeHandedOver } from '#features/places/letterboxes/importing/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import type { CodePlace } from '../contract.ts'
import { PARCEL_CODE_COUNT, parcelCodeOf } from '../parcel-code.ts'
import { parcel_codes } from '../tables.ts'
import { CODE_MS } from './parcels.rules.ts'

export type ParcelCodeRow = typeof parcel_codes.$inferSelect

/** With 27 billion codes a second try is rare, and a tenth does not happen in practice. */
const CODE_TRIES = 10

const newCode = () => parcelCodeOf(randomInt(PARCEL_CODE_COUNT))

async function findCode(db: Db, orderId: string): Promise<ParcelCodeRow | null> {
  const [row] = await db.select().from(parcel_codes).where(eq(parcel_codes.order_id, orderId))
  return row ?? null
}

/** The code of an order's parcel; created with its first slip and never changed. */
export async function codeOf(db: Db, orderId: string, now: Date): Promise<ParcelCodeRow> {
  for (let i = 0; i < CODE_TRIES; i += 1) {
    const existingCode = await findCode(db, orderId)
    if (existingCode) return existingCode
    const expires_at = new Date(now.getTime() + CODE_MS)
    // Does nothing if the code is taken or another slip of the order was created at the same time.
    await db
      .insert(parcel_codes)
      .values({ order_id: orderId, code: newCode(), created_at: now, expires_at })
      .onConflictDoNothing()
  }
  throw new Error('Unexpected: no parcel code is free')
}

/** Address of a letter, its spot if it is known, and the imported letterbox that it hands over. */
export interface LetterPlace extends CodePlace {
  latitude: number | null
  longitude: number | null
  handed_letterbox_id: string | null
}

/** Creates the code of one letter. */
export async function insertLetterCode(
  db: Db,
  batchId: string,
  letter: LetterPlace,
  { now, expires_at }: { now: Date; expires_at: Date },
): Promise<void> {
  const { address, postcode, city, country, latitude, longitude, handed_letterbox_id } = letter
  const place = { address, postcode, city, country, latitude, longitude, handed_letterbox_id }
  for (let i = 0; i < CODE_TRIES; i += 1) {
    const [row] = await db
      .insert(parcel_codes)
      .values({ ...place, batch_id: batchId, code: newCode(), created_at: now, expires_at })
      .onConflictDoNothing()
      .returning({ code: parcel_codes.code })
    if (row) return
  }
  throw new Error('Unexpected: no code is free')
}

/** A code with everything needed to decide about it. */
export interface FullCode {
  row: ParcelCodeRow
  /** The order was cancelled, so its parcel was never sent. */
  cancelled: boolean
  /** Address of its parcel or letter. */
  place: CodePlace
  /** Owner of the letterbox that it has proved or hands over. */
  owner: UserRow | null
}

/** Finds a code; `lock` locks it until the transaction ends. */
export async function findFullCode(
  db: Db,
  code: string,
  { lock }: { lock: boolean },
): Promise<FullCode | null> {
  const query = db.select().from(parcel_codes).where(eq(parcel_codes.code, code))
  const [row] = lock ? await query.for('update') : await query
  if (!row) return null
  const [order] =
    row.order_id === null ? [] : await db.select().from(orders).where(eq(orders.id, row.order_id))
  const { address, postcode, city, country } = order ?? row
  const ofLetterbox = row.letterbox_id ?? row.handed_letterbox_id
  const [owned] =
    ofLetterbox === null
      ? []
      : await db
          .select({ owner: users })
          .from(letterboxes)
          .innerJoin(users, eq(users.id, letterboxes.user_id))
          .where(eq(letterboxes.id, ofLetterbox))
  return {
    row,
    cancelled: order?.status === 'cancelled',
    place: {
      address: address ?? '',
      postcode: postcode ?? '',
      city: city ?? '',
      country: country ?? '',
    },
    owner: owned?.owner ?? null,
  }
}

/** Whether two addresses are the same; the address addition is not compared. */
export async function isSamePlace(
  db: Db,
  a: CodePlace,
  b: Omit<PostalAddress, 'address_addition'>,
): Promise<boolean> {
  const [row] = await db
    .select({ same: sql<boolean>`${isSameAddress(a, b)}` })
    .from(sql`(VALUES (1)) AS once`)
  return row?.same ?? false
}

/** Ids of imported letterboxes at an address whose owners cannot log in. */
export async function findUnclaimedAt(
  db: Db,
  place: PostalAddress & { id: string },
): Promise<string[]> {
  const rows = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(ne(letterboxes.id, place.id), canBeHandedOver, isSameAddress(letterboxes, place)))
  return rows.map((row) => row.id)
}

/** The ids of a letterbox's stickers. */
export async function stickersOf(db: Db, letterboxId: string): Promise<number[]> {
  const rows = await db
    .select({ id: letterbox_items.item_id })
    .from(letterbox_items)
    .where(eq(letterbox_items.letterbox_id, letterboxId))
    .orderBy(letterbox_items.item_id)
  return rows.map(({ id }) => id)
}

export async function markUsed(
  db: Db,
  { code }: ParcelCodeRow,
  letterboxId: string,
  now: Date,
): Promise<void> {
  await db
    .update(parcel_codes)
    .set({ used_at: now, letterbox_id: letterboxId })
    .where(eq(parcel_codes.code, code))
}
