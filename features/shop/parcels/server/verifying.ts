import { absorbImported } from '#features/places/letterboxes/importing/server/door.ts'
import type { LockedLetterbox } from '#features/places/letterboxes/members/server/door.ts'
import { confirmAddress } from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { type FullCode, findFullCode, isSamePlace, markUsed } from './parcels.queries.ts'

/** Revoked and cancelled codes count as unknown. Throws `parcel_code_unknown`. */
function known(code: FullCode | null): FullCode {
  if (!code || code.cancelled || code.row.revoked_at) throw new AppError('parcel_code_unknown')
  return code
}

/**
 * Proves the address of a locked letterbox by a code. The holder of a code has received the parcel or letter, so the
 * address is proved if it is the same one, no matter who ordered. A letter to an imported letterbox also hands over
 * its stickers and deletes it.
 * Throws `parcel_code_unknown`, `parcel_code_used`, `parcel_code_expired`, and `other_address`, which does not use up
 * the code.
 * @returns whether the code came with a letter of the community
 */
export async function verifyByParcel(
  tx: Db,
  letterbox: LockedLetterbox,
  code: string,
  now: Date,
): Promise<{ by_letter: boolean }> {
  const full = known(await findFullCode(tx, code, { lock: true }))
  const { row, place } = full
  const by_letter = row.batch_id !== null
  if (row.used_at) {
    // Verified already, by a second click or by another member of the household.
    if (row.letterbox_id === letterbox.id && letterbox.address_verified_at) return { by_letter }
    throw new AppError('parcel_code_used')
  }
  if (row.expires_at <= now) throw new AppError('parcel_code_expired')
  if (!(await isSamePlace(tx, place, letterbox))) throw new AppError('other_address')
  await markUsed(tx, row, letterbox.id, now)
  await confirmAddress(tx, letterbox, now)
  const imported = unclaimedOwner(full)
  if (imported) await absorbImported(tx, letterbox, imported.id)
  return { by_letter }
}

/**
 * The account that a registration by code takes over instead of creating a new one. For an imported letterbox: the
 * account of its unclaimed owner. For a code that was used with a mistyped mail address: the unconfirmed account that
 * it created, so that a typo does not use up the letter.
 */
function unclaimedOwner({ row, owner }: FullCode): UserRow | null {
  if (!owner || owner.email_confirmed_at || owner.password_hash !== null) return null
  const isHanded = row.used_at === null && row.handed_letterbox_id !== null
  const beganWithIt = row.used_at?.getTime() === owner.created_at.getTime()
  return isHanded || beganWithIt ? owner : null
}

/** A code for registering. */
export interface OpenCode {
  code: FullCode
  by_letter: boolean
  /** The account that the registration takes over; null if a new one is created. */
  takesOver: UserRow | null
}

/** Checks a code for registering. Throws `parcel_code_unknown`, `parcel_code_used`, `parcel_code_expired`. */
export async function openCode(
  db: Db,
  typed: string,
  now: Date,
  { lock }: { lock: boolean },
): Promise<OpenCode> {
  const code = known(await findFullCode(db, typed, { lock }))
  const takesOver = unclaimedOwner(code)
  if (code.row.used_at && !takesOver) throw new AppError('parcel_code_used')
  if (code.row.expires_at <= now) throw new AppError('parcel_code_expired')
  return { code, by_letter: code.row.batch_id !== null, takesOver }
}

/**
 * Marks a code as used by a registration and proves the address of the locked letterbox. Throws `other_address` if
 * the letterbox is elsewhere.
 */
export async function proveByCode(
  tx: Db,
  { code }: OpenCode,
  letterbox: LockedLetterbox,
  now: Date,
): Promise<void> {
  if (!(await isSamePlace(tx, code.place, letterbox))) throw new AppError('other_address')
  await markUsed(tx, code.row, letterbox.id, now)
  await confirmAddress(tx, letterbox, now)
}
