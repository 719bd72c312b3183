import { countryAround } from '#features/places/geocoding/server/door.ts'
import type { Street } from '#platform/server/street-map/address-list.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { type InvitedStreet, STREETS_SHOWN } from '../contract.admin.ts'

/** Identifies a street of the list. */
export type StreetName = Omit<InvitedStreet, 'houses'>

/** Streets whose name or town begins like the text, word by word, in alphabetical order. */
export function searchStreets(streets: readonly Street[], text: string): InvitedStreet[] {
  const words = foldName(text).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const matches = streets.filter(({ name, place, numbers }) => {
    if (numbers.length === 0) return false
    const own = foldName(`${name} ${place.postcode} ${place.city}`).split(' ')
    return words.every((word) => own.some((each) => each.startsWith(word)))
  })
  const begins = ({ name }: Street) => (foldName(name).startsWith(words[0] ?? '') ? 0 : 1)
  return matches
    .sort(
      (a, b) =>
        begins(a) - begins(b) ||
        a.name.localeCompare(b.name) ||
        a.place.city.localeCompare(b.place.city),
    )
    .slice(0, STREETS_SHOWN)
    .map(({ name, place, numbers }) => ({ name, ...place, houses: numbers.length }))
}

export const findStreet = (
  streets: readonly Street[],
  { name, postcode, city }: StreetName,
): Street | undefined =>
  streets.find(
    (street) =>
      street.name === name && street.place.postcode === postcode && street.place.city === city,
  )

/** The country of a street; Switzerland if no town is near. */
export const countryOf = async ({ middle, place }: Street): Promise<string> =>
  (await countryAround(middle, [foldName(place.city)])) ?? 'CH'
