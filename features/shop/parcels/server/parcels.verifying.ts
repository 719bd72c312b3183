import {
  absorbImported,
  confirmAddress,
  type LockedLetterbox,
} from '#features/places/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { type FullCode, findFullCode, isSamePlace, markUsed } from './parcels.queries.ts'

/** What was taken back is as if it had never been. Throws `parcel_code_unknown`. */
function known(code: FullCode | null): FullCode {
  if (!code || code.cancelled || code.row.revoked_at) throw new AppError('parcel_code_unknown')
  return code
}

/**
 * Whoever has the code has the parcel or the letter, and it went to one address: that of a locked letterbox is
 * proved if it is the same, whoever ordered. Throws `parcel_code_unknown`, `parcel_code_used`,
 * `parcel_code_expired`, `other_address`, which leaves the code to be used. A letter to an imported letterbox hands over what
 * stands on that one, which goes.
 * @returns whether it came with a letter of the community
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
    // It was verified already: by a second click, or by another member of the household.
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
 * The account that a code makes way for, instead of a new one. Of an imported letterbox: that of its owner, who
 * never came. Of a code that was used to register with a mistyped address: that account, which nobody has
 * confirmed and which began with this code. A letter is never used up by a slip of the finger.
 */
function unclaimedOwner({ row, owner }: FullCode): UserRow | null {
  if (!owner || owner.email_confirmed_at || owner.password_hash !== null) return null
  const isHanded = row.used_at === null && row.handed_letterbox_id !== null
  const beganWithIt = row.used_at?.getTime() === owner.created_at.getTime()
  return isHanded || beganWithIt ? owner : null
}

/** A code with which somebody registers. */
export interface OpenCode {
  code: FullCode
  by_letter: boolean
  /** The account that becomes that of whoever registers; null: a new one is made. */
  takesOver: UserRow | null
}

/** A code with which somebody may register. Throws `parcel_code_unknown`, `parcel_code_used`, `parcel_code_expired`. */
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
 * Notes that somebody has registered with a code, whose letterbox is locked: its address is proved. Throws
 * `other_address` where it stands elsewhere.
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
