import { call } from '#platform/web/data/api-client.ts'
import { corner, type NearbyQuery } from './letterboxes.ts'

/** More markers than a keyboard user would step through. */
const MOST = 200

/** Street and number of the letterboxes in a box by their ids, those nearest to its centre first. */
export async function loadAddresses(
  { north, east, south, west }: NearbyQuery['box'],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const { letterboxes } = await call('GET /letterboxes', {
    query: {
      north_east: corner(north, east),
      south_west: corner(south, west),
      limit: String(MOST),
    },
    signal,
  })
  return new Map(letterboxes.map(({ id, address }) => [id, address]))
}
