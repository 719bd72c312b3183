import type { PostalAddress } from '#features/people/accounts/name-and-address.ts'
import type { GeocodingResult } from '#features/places/geocoding/contract.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { splitAddress } from '#platform/shared/input/house-number.ts'

/** Unifies spellings of a street: "Bahnhofstr. 3" and "Bahnhofstrasse 3". */
const foldStreet = (line: string) =>
  foldName(line)
    .replace(/str(?:asse)?(?= |\d|$)/g, 'strasse')
    .replaceAll(' ', '')

/** Whether an address is at a different spot. Another spelling or a different addition does not move the letterbox. */
export function isElsewhere(old: PostalAddress, now: PostalAddress): boolean {
  return (
    foldStreet(old.address) !== foldStreet(now.address) ||
    foldName(old.postcode) !== foldName(now.postcode) ||
    foldName(old.city) !== foldName(now.city) ||
    old.country !== now.country
  )
}

/** Whether only the house number differs. */
function isInSameStreet(old: PostalAddress, now: PostalAddress): boolean {
  const streetOf = ({ address }: PostalAddress) => splitAddress(address).street
  return (
    streetOf(now) !== '' &&
    !isElsewhere({ ...old, address: streetOf(old) }, { ...now, address: streetOf(now) })
  )
}

type Spot = { latitude: number | null; longitude: number | null }
const NOWHERE: Spot = { latitude: null, longitude: null }

/**
 * The spot after a change of address, until the owner confirms it: at the house or street that was found. If only the
 * town was found, the letterbox keeps its spot when it stays in its street; otherwise it has no spot until it is
 * placed, because the town's centre would mislead visitors.
 */
export function spotAfterMove(
  old: PostalAddress & Spot,
  now: PostalAddress,
  found: GeocodingResult | false,
): Spot {
  if (found && found.location_type !== 'APPROXIMATE')
    return { latitude: found.latitude, longitude: found.longitude }
  if (!isInSameStreet(old, now)) return NOWHERE
  return { latitude: old.latitude, longitude: old.longitude }
}

/** Distance in metres from the geocoded address beyond which a spot cannot belong to it. */
const CANNOT_BE = { ROOFTOP: 5_000, STREET: 8_000, APPROXIMATE: 20_000 }

/**
 * Whether a spot is too far from the geocoded address to belong to it. The limits are generous, because towns spread
 * and a street's position may be its other end.
 */
export const isTooFar = (spot: Position, found: GeocodingResult | false): boolean =>
  found !== false && distanceInMetres(spot, found) > CANNOT_BE[found.location_type]

/**
 * Whether the viewer manages a letterbox as its owner or as a household member. `managedBy` is the same check in SQL.
 */
export function manages(
  viewer: { id: string; member_of: string | null } | null,
  letterbox: { id: string; user_id: string },
): boolean {
  return viewer !== null && (viewer.id === letterbox.user_id || viewer.member_of === letterbox.id)
}
