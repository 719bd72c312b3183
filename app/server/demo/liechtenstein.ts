import { BUNDLED_STREET_MAP } from '#platform/server/paths.ts'
import { readAddressList, type StreetPlace } from '#platform/server/street-map/address-list.ts'
import type { Home } from './addresses.ts'

/** A town with real houses as homes. */
interface Town extends StreetPlace {
  /** Expected number of letterboxes in a community of 2,000. */
  share: number
}

export interface TownOfHouses extends Town {
  houses: Home[]
}

const TOWNS: Town[] = [
  { city: 'Vaduz', postcode: '9490', share: 125 },
  { city: 'Schaan', postcode: '9494', share: 115 },
  { city: 'Triesen', postcode: '9495', share: 60 },
  { city: 'Balzers', postcode: '9496', share: 50 },
  { city: 'Eschen', postcode: '9492', share: 50 },
]

/** Towns from the bundled street map's address list, near which the demo has most of its letterboxes. */
export async function readTowns(): Promise<TownOfHouses[]> {
  const streets = await readAddressList(BUNDLED_STREET_MAP)
  return TOWNS.map((town) => {
    const { city, postcode } = town
    const own = streets.filter(({ place }) => place.city === city && place.postcode === postcode)
    const houses = own.flatMap((street) =>
      street.numbers.map(
        (number, index): Home => ({
          address: `${street.name} ${number}`,
          postcode,
          city,
          quarter: city,
          country: 'LI',
          region: 'de-LI',
          language: 'de',
          ...street.positionOf(index),
          urban: false,
        }),
      ),
    )
    return { ...town, houses }
  })
}
