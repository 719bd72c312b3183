import { eq } from 'drizzle-orm'
import type { PostalAddress } from '#features/people/accounts/name-and-address.ts'
import type { GeocodingResult } from '#features/places/geocoding/contract.ts'
import {
  type AddressQuery,
  findAddress,
  liesInCountry,
} from '#features/places/geocoding/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { fieldError } from '#platform/server/http/errors.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { Position } from '#platform/shared/geography.ts'
import { letterboxes } from '../tables.ts'
import { isElsewhere, isTooFar } from './letterboxes.rules.ts'

/** Identifies a letterbox before it is locked. */
type Which = { id: string } | { managedBy: string }

/** The stored address; undefined if there is no such letterbox. */
async function addressOf({ database }: Deps, which: Which): Promise<PostalAddress | undefined> {
  const [stored] = await database.orm
    .select({
      address: letterboxes.address,
      address_addition: letterboxes.address_addition,
      postcode: letterboxes.postcode,
      city: letterboxes.city,
      country: letterboxes.country,
    })
    .from(letterboxes)
    .where('id' in which ? eq(letterboxes.id, which.id) : managedBy(which.managedBy))
  return stored
}

/**
 * Geocodes the new address of a letterbox; false if it is unknown or if the letterbox does not move. May query a
 * provider: call it before the transaction that changes the address.
 */
export async function findNewAddress(
  deps: Deps,
  which: Which,
  address: PostalAddress,
): Promise<GeocodingResult | false> {
  const before = await addressOf(deps, which)
  if (!before || !isElsewhere(before, address)) return false
  return findAddress(deps, address)
}

/** Throws `validation` if a spot cannot belong to the address: it is too far away or in another country. */
export async function checkSpot(deps: Deps, spot: Position, address: AddressQuery): Promise<void> {
  const isInCountry = await liesInCountry(spot, address.country)
  if (!isInCountry || isTooFar(spot, await findAddress(deps, address)))
    throw fieldError('latitude', VALIDATION.spotElsewhere)
}

/**
 * Throws `validation` if a spot cannot belong to the letterbox's stored address. May query a provider: call it before
 * the transaction that moves the letterbox.
 */
export async function checkNewSpot(deps: Deps, which: Which, spot: Position): Promise<void> {
  const address = await addressOf(deps, which)
  if (address) await checkSpot(deps, spot, address)
}
