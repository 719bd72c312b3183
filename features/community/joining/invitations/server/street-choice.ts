import { countryAround } from '#features/places/geocoding/server/door.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { Street } from '#platform/server/street-map/address-list.ts'
import { type Area, areaCovers } from '#platform/shared/areas.ts'
import type { Position } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { type InvitedStreet, STREETS_SHOWN } from '../contract.admin.ts'

/** Identifies a street of the list. */
export type StreetName = Omit<InvitedStreet, 'houses'>

/** A house to which a letter can go. */
export interface House extends Position {
  number: string
}

/** A street as a viewer may write to it. */
export interface ChosenStreet extends StreetName {
  country: string
  /** In ascending order; only those in the viewer's area. */
  houses: House[]
}

/**
 * Streets whose name or town begins like the text, word by word, in alphabetical order; for viewers with an area, those
 * with houses inside.
 */
export async function searchStreets(
  viewer: Pick<Viewer, 'area'>,
  streets: readonly Street[],
  text: string,
): Promise<InvitedStreet[]> {
  const words = foldName(text).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const { area } = viewer
  const matches = streets.filter((street) => {
    const { name, place, numbers } = street
    if (numbers.length === 0 || (area && !isPerhapsIn(area, street))) return false
    const own = foldName(`${name} ${place.postcode} ${place.city}`).split(' ')
    return words.every((word) => own.some((each) => each.startsWith(word)))
  })
  const begins = ({ name }: Street) => (foldName(name).startsWith(words[0] ?? '') ? 0 : 1)
  matches.sort(
    (a, b) =>
      begins(a) - begins(b) ||
      a.name.localeCompare(b.name) ||
      a.place.city.localeCompare(b.place.city),
  )
  const shown: InvitedStreet[] = []
  for (const street of matches) {
    if (shown.length === STREETS_SHOWN) break
    const { houses, country: _, ...name } = await streetFor(viewer, street)
    if (houses.length > 0) shown.push({ ...name, houses: houses.length })
  }
  return shown
}

/** Null if there is no such street, or none with houses in the viewer's area. */
export async function findStreet(
  viewer: Pick<Viewer, 'area'>,
  streets: readonly Street[],
  { name, postcode, city }: StreetName,
): Promise<ChosenStreet | null> {
  const street = streets.find(
    (each) => each.name === name && each.place.postcode === postcode && each.place.city === city,
  )
  if (!street) return null
  const chosen = await streetFor(viewer, street)
  return viewer.area && chosen.houses.length === 0 ? null : chosen
}

/** Whether a house of the street is in the area if its country is right; finding out the country takes longer. */
const isPerhapsIn = (area: Area, street: Street): boolean =>
  street.numbers.some((_, index) =>
    areaCovers(area, {
      ...street.positionOf(index),
      country: area.country ?? '',
      postcode: street.place.postcode,
    }),
  )

async function streetFor({ area }: Pick<Viewer, 'area'>, street: Street): Promise<ChosenStreet> {
  const { name, place, numbers } = street
  const country = await countryOf(street)
  const houses = numbers
    .map((number, index) => ({ number, ...street.positionOf(index) }))
    .filter((spot) => !area || areaCovers(area, { ...spot, country, postcode: place.postcode }))
  return { name, ...place, country, houses }
}

/** The country of a street; Switzerland if no town is near. */
const countryOf = async ({ middle, place }: Street): Promise<string> =>
  (await countryAround(middle, [foldName(place.city)])) ?? 'CH'
