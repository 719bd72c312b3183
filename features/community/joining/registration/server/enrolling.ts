import { forgetUnprovedWaysIn } from '#features/people/accounts/server/door.ts'
import type { GeocodingResult } from '#features/places/geocoding/contract.ts'
import { lockOwn } from '#features/places/letterboxes/members/server/door.ts'
import { updateAddress } from '#features/places/letterboxes/server/door.ts'
import { openCode, proveByCode } from '#features/shop/parcels/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { admit } from '#platform/server/identity/admission.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import { insertUser, type Registration, takeOverUser } from './registration.queries.ts'

interface Enrolment {
  registration: Omit<Registration, 'admission'>
  /** Code of a parcel or letter that went to the address of the registration. */
  code: string | undefined
  /** Geocoding result of the address, false if unknown. Only used together with a code. */
  found: GeocodingResult | false
}

/**
 * Creates or takes over the account, if the gate allows it. Throws `invitation_needed`, errors of the code, and
 * `other_address` if the letter went elsewhere. Rejects if another account has the e-mail address.
 */
export async function enrol(
  tx: Db,
  deps: Deps,
  { registration, code: typed, found }: Enrolment,
  now: Date,
): Promise<UserRow> {
  const { gate } = deps.settings.current().gate
  if (typed === undefined) {
    return insertUser(tx, { ...registration, admission: admit(gate, 'form', now) }, now)
  }
  const opened = await openCode(tx, typed, now, { lock: true })
  const admission = admit(gate, opened.by_letter ? 'letter' : 'parcel', now)
  const { firstname: _f, lastname: _l, email: _e, lang: _lang, ...address } = registration
  const { takesOver } = opened
  if (takesOver) {
    const owner = await lockUser(tx, takesOver.id)
    // The owner may have claimed it while this request waited for the lock.
    if (!owner || owner.email_confirmed_at) throw new AppError('parcel_code_used')
    await forgetUnprovedWaysIn(tx, deps, owner.id)
  }
  const user = takesOver
    ? await takeOverUser(tx, takesOver.id, { ...registration, admission }, now)
    : await insertUser(tx, { ...registration, admission }, now)
  const { letterbox } = await lockOwn(tx, user)
  if (!letterbox) throw new Error('Unexpected account without a letterbox')
  if (takesOver) await updateAddress(tx, letterbox, address, found, now)
  await proveByCode(tx, opened, { ...letterbox, ...address }, now)
  return user
}
