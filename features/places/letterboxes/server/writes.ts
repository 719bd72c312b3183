import { and, eq, inArray, isNotNull, notInArray, or } from 'drizzle-orm'
import type { PostalAddress } from '#features/people/accounts/name-and-address.ts'
import type { GeocodingResult } from '#features/places/geocoding/contract.ts'
import { items } from '#features/places/items/tables.ts'
import type {
  LockedAccount,
  LockedLetterbox,
} from '#features/places/letterboxes/members/server/door.ts'
import { settlePrivacy } from '#features/places/letterboxes/privacy/server/door.ts'
import { signOfLife } from '#features/places/letterboxes/reach/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { letterbox_items, letterboxes } from '../tables.ts'
import { isElsewhere, spotAfterMove } from './letterboxes.rules.ts'

/** Changes the user's names. They are public only if the owner shows them. */
export async function updateNames(
  db: Db,
  account: LockedAccount,
  names: { firstname: string; lastname: string },
): Promise<void> {
  await db.update(users).set(names).where(eq(users.id, account.id))
}

/**
 * Changes the address. If it is at a different spot, the letterbox leaves its old spot at once and must be confirmed on
 * the map again.
 * @param found result of `findNewAddress`
 */
export async function updateAddress(
  db: Db,
  letterbox: LockedLetterbox,
  address: PostalAddress,
  found: GeocodingResult | false,
  now: Date,
): Promise<void> {
  const moved = isElsewhere(letterbox, address)
    ? {
        ...spotAfterMove(letterbox, address, found),
        location_verified: false,
        address_verified_at: null,
      }
    : {}
  await db
    .update(letterboxes)
    .set({ ...address, ...moved, updated_at: now })
    .where(eq(letterboxes.id, letterbox.id))
}

/** Records that the address is right because a parcel arrived there. */
export async function confirmAddress(db: Db, letterbox: LockedLetterbox, now: Date): Promise<void> {
  await db
    .update(letterboxes)
    .set({ address_verified_at: now, updated_at: now })
    .where(eq(letterboxes.id, letterbox.id))
}

/**
 * Inserts the letterbox of an account that has none. The lock on the account and the database ensure at most one per
 * account.
 */
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

/** Puts the letterbox on a spot. This confirms the spot, unless the map did not show it in detail. */
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
 * Like {@link placeLetterbox}. If the caller is the owner, also sets whether the letterbox is on the map, which
 * household members may not do.
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
 * Replaces the stickers. Returns false and changes nothing if one of the items is inactive and new to the letterbox.
 * Merged items are replaced by their targets.
 */
export async function replaceItems(
  db: Db,
  letterbox: LockedLetterbox,
  itemIds: readonly number[],
  now: Date,
): Promise<boolean> {
  const own = eq(letterbox_items.letterbox_id, letterbox.id)
  // Locked, so that no item is merged meanwhile.
  const lockedItems = await db
    .select({ id: items.id, merged_into: items.merged_into })
    .from(items)
    .where(inArray(items.id, [...itemIds]))
    .for('key share')
  const mergedIds = new Map(lockedItems.map(({ id, merged_into }) => [id, merged_into ?? id]))
  const newItemIds = [...new Set(itemIds.map((id) => mergedIds.get(id) ?? id))]
  const oldItemIds = db.select({ id: letterbox_items.item_id }).from(letterbox_items).where(own)
  const allowedItems = newItemIds.length
    ? await db
        .select({ id: items.id })
        .from(items)
        .where(
          and(
            inArray(items.id, newItemIds),
            or(eq(items.active, true), inArray(items.id, oldItemIds)),
          ),
        )
    : []
  if (allowedItems.length !== newItemIds.length) return false
  // Stickers that stay keep their number of copies and their line.
  await db
    .delete(letterbox_items)
    .where(newItemIds.length > 0 ? and(own, notInArray(letterbox_items.item_id, newItemIds)) : own)
  if (newItemIds.length > 0) {
    await db
      .insert(letterbox_items)
      .values(newItemIds.map((item_id) => ({ letterbox_id: letterbox.id, item_id })))
      .onConflictDoNothing()
  }
  await db
    .update(letterboxes)
    .set({
      updated_at: now,
      items_confirmed_at: now,
      confirmation_asked_at: null,
      ...signOfLife(now),
    })
    .where(eq(letterboxes.id, letterbox.id))
  return true
}

/** Returns false if the letterbox does not lend the item. */
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

/**
 * Changes the line of one of the letterbox's items; null removes it. Returns false if the letterbox does not lend the
 * item.
 */
export async function updateLine(
  db: Db,
  letterbox: LockedLetterbox,
  { item_id, line }: { item_id: number; line: string | null },
  now: Date,
): Promise<boolean> {
  const changed = await db
    .update(letterbox_items)
    .set({ line })
    .where(
      and(eq(letterbox_items.letterbox_id, letterbox.id), eq(letterbox_items.item_id, item_id)),
    )
    .returning({ item_id: letterbox_items.item_id })
  if (changed.length === 0) return false
  // Updates the version too, so that a moderator who has read the old line notices the change.
  await db.update(letterboxes).set({ updated_at: now }).where(eq(letterboxes.id, letterbox.id))
  return true
}

/** Transfers a letterbox to another owner with all its data, except how the previous owner answered. */
export async function giveLetterboxTo(db: Db, id: string, userId: string): Promise<void> {
  // The new owner is present, so the letterbox counts as claimed.
  await db
    .update(letterboxes)
    .set({ unclaimed_since: null, gone_since: null })
    .where(and(eq(letterboxes.id, id), isNotNull(letterboxes.unclaimed_since)))
  await db
    .update(letterboxes)
    .set({ user_id: userId, sign_question_at: null, sign_answer_at: null })
    .where(eq(letterboxes.id, id))
}

/** Deletes a letterbox. Its conversations are kept for their participants. */
export async function deleteLetterbox(db: Db, id: string): Promise<void> {
  await db.delete(letterboxes).where(eq(letterboxes.id, id))
}
