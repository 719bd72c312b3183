import { confirmAddress, type LockedLetterbox } from '#features/letterboxes/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { lockCode, markUsed, wentTo } from './parcels.queries.ts'

/**
 * Whoever has the code has the parcel, and it went to one address: that of a locked letterbox is proved
 * if it is the same, whoever ordered. Throws `parcel_code_unknown`, `parcel_code_used`,
 * `parcel_code_expired`, `other_address`, which leaves the code to be used.
 */
export async function verifyByParcel(
  tx: Db,
  letterbox: LockedLetterbox,
  code: string,
  now: Date,
): Promise<void> {
  const row = await lockCode(tx, code)
  if (!row) throw new AppError('parcel_code_unknown')
  if (row.used_at) {
    // It was verified already: by a second click, or by another member of the household.
    if (row.letterbox_id === letterbox.id && letterbox.address_verified_at) return
    throw new AppError('parcel_code_used')
  }
  if (row.expires_at <= now) throw new AppError('parcel_code_expired')
  if (!(await wentTo(tx, row.order_id, letterbox.id))) throw new AppError('other_address')
  await markUsed(tx, row, letterbox.id, now)
  await confirmAddress(tx, letterbox, now)
}
