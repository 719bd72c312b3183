import { useQuery } from '@tanstack/react-query'
import type { Position } from '#platform/shared/geography.ts'
import { readTypedAddress } from '#platform/shared/input/house-number.ts'
import { call } from '#platform/web/data/api-client.ts'
import type { LetterboxPlace } from '../../contract.ts'

/** Within this distance two letterboxes belong to one house; in degrees, about five metres. */
const ONE_HOUSE = 0.00005

/** The letterboxes at one address. */
export interface HouseFound extends Position {
  label: string
  ids: string[]
}

/** Groups letterboxes with the same address and spot, in the order of the first letterbox of each group. */
export function groupByAddress(places: readonly LetterboxPlace[]): HouseFound[] {
  const houses: HouseFound[] = []
  for (const { id, address, postcode, city, latitude, longitude } of places) {
    const label = `${address}, ${postcode} ${city}`
    const same = houses.find(
      (house) =>
        house.label === label &&
        Math.abs(house.latitude - latitude) < ONE_HOUSE &&
        Math.abs(house.longitude - longitude) < ONE_HOUSE,
    )
    if (same) same.ids.push(id)
    else houses.push({ label, latitude, longitude, ids: [id] })
  }
  return houses
}

/** The letterboxes at the typed address; runs only if the text has a house number. */
export function useLetterboxesAt(text: string, near: Position) {
  const q = text.trim()
  return useQuery({
    queryKey: ['letterboxes', 'at', q, near.latitude.toFixed(1), near.longitude.toFixed(1)],
    enabled: readTypedAddress(q) !== null,
    queryFn: ({ signal }) =>
      call('GET /letterboxes/byAddress', {
        query: { q, latitude: near.latitude.toFixed(3), longitude: near.longitude.toFixed(3) },
        signal,
      }),
    select: groupByAddress,
  })
}
