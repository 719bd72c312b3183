import { and, eq, inArray, lt, notInArray, or } from 'drizzle-orm'
import { items } from '#features/items/tables.ts'
import { settlePrivacy } from '#features/privacy/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { PostalAddress } from '../contract.ts'
import { letterbox_items, letterboxes } from '../tables.ts'
import type { LockedAccount, LockedLetterbox } from './letterboxes.ownership.ts'
import { isElsewhere } from './letterboxes.rules.ts'

/** Names belong to the user; they are never shown unless the owner says so. */
export async function updateNames(
  db: Db,
  account: LockedAccount,
  names: { firstname: string; lastname: string },
): Promise<void> {
  await db.update(users).set(names).where(eq(users.id, account.id))
}

/** A letterbox that moved to another address has to be found on the map again. */
export async function updateAddress(
  db: Db,
  letterbox: LockedLetterbox,
  address: PostalAddress,
  now: Date,
): Promise<void> {
  const moved = isElsewhere(letterbox, address)
  await db
    .update(letterboxes)
    .set({
      ...address,
      updated_at: now,
      ...(moved && { location_verified: false, address_verified_at: null }),
    })
    .where(eq(letterboxes.id, letterbox.id))
}

/** The post has been there. */
export async function confirmAddress(db: Db, letterbox: LockedLetterbox, now: Date): Promise<void> {
  await db
    .update(letterboxes)
    .set({ address_verified_at: now, updated_at: now })
    .where(eq(letterboxes.id, letterbox.id))
}

/** For an account that has none; the lock on it and the database allow one each. */
export async function insertLetterbox(
  db: Db,
  account: { id: string },
  address: PostalAddress,
  now: Date,
): Promise<void> {
  await db
    .insert(letterboxes)
    .values({ ...address, user_id: account.id, created_at: now, updated_at: now })
}

/** Puts the letterbox on a spot, which is confirmed by that unless it could not be seen. */
export async function placeLetterbox(
  db: Db,
  letterbox: LockedLetterbox,
  {
    latitude,
    longitude,
    unseen = false,
  }: { latitude: number; longitude: number; unseen?: boolean },
  now: Date,
): Promise<void> {
  await db
    .update(letterboxes)
    .set({ latitude, longitude, location_verified: !unseen, updated_at: now })
    .where(eq(letterboxes.id, letterbox.id))
}

/**
 * {@link placeLetterbox}, and where its owner does so, shows it on the map or not: that switch is not a
 * member's.
 */
export async function updateLocation(
  db: Db,
  { letterbox, account }: { letterbox: LockedLetterbox; account: LockedAccount },
  location: { latitude: number; longitude: number; show_on_map: boolean; unseen: boolean },
  now: Date,
): Promise<void> {
  const { latitude, longitude, show_on_map, unseen } = location
  await placeLetterbox(db, letterbox, { latitude, longitude, unseen }, now)
  if (letterbox.user_id !== account.id) return
  await db
    .update(users)
    .set(settlePrivacy(account, { show_on_map }))
    .where(eq(users.id, account.id))
}

/**
 * Replaces the stickers. Returns false and changes nothing when one of the items is not an active one,
 * unless the letterbox has it already; of one that became a part of another the other one is meant.
 */
export async function replaceItems(
  db: Db,
  letterbox: LockedLetterbox,
  itemIds: readonly number[],
  now: Date,
): Promise<boolean> {
  const own = eq(letterbox_items.letterbox_id, letterbox.id)
  // Held, so that none becomes a part of another one meanwhile.
  const named = await db
    .select({ id: items.id, merged_into: items.merged_into })
    .from(items)
    .where(inArray(items.id, [...itemIds]))
    .for('key share')
  const partOf = new Map(named.map(({ id, merged_into }) => [id, merged_into ?? id]))
  const wanted = [...new Set(itemIds.map((id) => partOf.get(id) ?? id))]
  const had = db.select({ id: letterbox_items.item_id }).from(letterbox_items).where(own)
  const known = wanted.length
    ? await db
        .select({ id: items.id })
        .from(items)
        .where(and(inArray(items.id, wanted), or(eq(items.active, true), inArray(items.id, had))))
    : []
  if (known.length !== wanted.length) return false
  // What stays keeps its number of copies.
  await db
    .delete(letterbox_items)
    .where(wanted.length > 0 ? and(own, notInArray(letterbox_items.item_id, wanted)) : own)
  if (wanted.length > 0) {
    await db
      .insert(letterbox_items)
      .values(wanted.map((item_id) => ({ letterbox_id: letterbox.id, item_id })))
      .onConflictDoNothing()
  }
  await db
    .update(letterboxes)
    .set({ updated_at: now, items_confirmed_at: now, confirmation_asked_at: null })
    .where(eq(letterboxes.id, letterbox.id))
  return true
}

/** How many there are of one of the letterbox's items. Returns false where it lends none of it. */
export async function updateCopies(
  db: Db,
  letterbox: LockedLetterbox,
  { item_id, copies }: { item_id: number; copies: number },
): Promise<boolean> {
  const changed = await db
    .update(letterbox_items)
    .set({ copies })
    .where(
      and(eq(letterbox_items.letterbox_id, letterbox.id), eq(letterbox_items.item_id, item_id)),
    )
    .returning({ item_id: letterbox_items.item_id })
  return changed.length > 0
}

/** Nobody sees it until that day is over; null ends the holiday. */
export async function setHoliday(
  db: Db,
  letterbox: LockedLetterbox,
  until: string | null,
): Promise<void> {
  await db.update(letterboxes).set({ holiday_until: until }).where(eq(letterboxes.id, letterbox.id))
}

/** Shows those again whose holiday is over; the change is announced to every process. */
export async function endHolidays(db: Db, today: string): Promise<void> {
  await db
    .update(letterboxes)
    .set({ holiday_until: null })
    .where(lt(letterboxes.holiday_until, today))
}

/** To another owner, with all that is known of it. */
export async function giveLetterboxTo(db: Db, id: string, userId: string): Promise<void> {
  await db.update(letterboxes).set({ user_id: userId }).where(eq(letterboxes.id, id))
}

/** Its conversations stay those of whoever had them. */
export async function deleteLetterbox(db: Db, id: string): Promise<void> {
  await db.delete(letterboxes).where(eq(letterboxes.id, id))
}
