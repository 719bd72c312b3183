import type { PostalAddress } from '#features/people/accounts/name-and-address.ts'
import type { GeocodingResult } from '#features/places/geocoding/contract.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { splitAddress } from '#platform/shared/input/house-number.ts'

/** A line of an address as people spell it differently: "Bahnhofstr. 3" and "Bahnhofstrasse 3". */
const foldStreet = (line: string) =>
  foldName(line)
    .replace(/str(?:asse)?(?= |\d|$)/g, 'strasse')
    .replaceAll(' ', '')

/**
 * Whether an address names another spot. Another spelling and the addition to an address do not move the letterbox.
 */
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
 * Where a letterbox stands once its address names another spot, until somebody confirms it: at the house or in the
 * street that was found. Where only the town is known, it stays if it moves within its street, and else is on no map
 * until it is placed: in the middle of the town nobody would find it.
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

/** Metres from a found address beyond which a spot cannot be that address's. */
const CANNOT_BE = { ROOFTOP: 5_000, STREET: 8_000, APPROXIMATE: 20_000 }

/**
 * Whether a spot cannot be that of an address: too far from what was found for it. Towns spread, and what is found for
 * a street may be its other end.
 */
export const isTooFar = (spot: Position, found: GeocodingResult | false): boolean =>
  found !== false && distanceInMetres(spot, found) > CANNOT_BE[found.location_type]

/**
 * Whether a letterbox is the viewer's to manage: as its owner, or as a member of the household.
 * `managedBy` decides the same in SQL.
 */
export function manages(
  viewer: { id: string; member_of: string | null } | null,
  letterbox: { id: string; user_id: string },
): boolean {
  return viewer !== null && (viewer.id === letterbox.user_id || viewer.member_of === letterbox.id)
}

/**
 * A loan that was accepted and is not over. `from` and `until` are days; `until` is excluded, and
 * null where a thing is out and nobody said until when.
 */
export interface RunningLoan {
  item_id: number
  handed_over: boolean
  from: string
  until: string | null
}

interface Copies {
  id: number
  copies: number
}

/**
 * Whether at least one copy is at home on a day. A thing that was handed out and is late is not.
 */
export function isAvailable(
  { id, copies }: Copies,
  running: readonly RunningLoan[],
  day: string,
): boolean {
  const loansOnDay = running.filter(
    ({ item_id, handed_over, from, until }) =>
      item_id === id && (handed_over || (from <= day && (until === null || day < until))),
  )
  return loansOnDay.length < copies
}

/** Later than any day: nobody knows until when. */
const UNKNOWN_END = '9999-12-31'

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/**
 * The last of the days in a row, from today on, on which no copy is at home, as far as was agreed. Null where one is
 * at home today, and where nobody knows until when: no day was agreed for the return, or it has passed.
 */
export function lentUntil(
  { id, copies }: Copies,
  running: readonly RunningLoan[],
  today: string,
): string | null {
  const ofItem = running.filter(({ item_id }) => item_id === id)
  if (ofItem.length < copies) return null
  const loans = ofItem.map(({ handed_over, from, until }) => ({
    from: handed_over ? today : from,
    end: until === null || (handed_over && until <= today) ? UNKNOWN_END : until,
  }))
  let free = today
  for (;;) {
    const ends = loans.flatMap(({ from, end }) => (from <= free && free < end ? end : []))
    if (ends.length < copies) return free === today ? null : dayBefore(free)
    // The next day on which something comes back.
    free = ends.sort()[0] ?? UNKNOWN_END
    if (free === UNKNOWN_END) return null
  }
}
