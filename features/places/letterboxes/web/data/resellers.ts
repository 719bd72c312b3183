import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'

/** The resellers in a box (corners as `lat,lng`); null disables the query. */
function useBox(box: { north_east: string; south_west: string } | null) {
  return useQuery({
    queryKey: ['letterboxes', 'resellers', box],
    enabled: box !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      if (!box) throw new Error('Unexpected call without a box.')
      return call('GET /letterboxes/resellers', { query: box, signal })
    },
  })
}

const WORLD = { north_east: '90,180', south_west: '-90,-180' }
/** Half the edge of the box around the view in degrees: about a day's journey. */
const AROUND = 1.5

/** All resellers; if one response cannot hold them, only those around a place. */
export function useResellers({ latitude, longitude }: { latitude: number; longitude: number }) {
  const all = useBox(WORLD)
  const tooMany = all.data !== undefined && all.data.total > all.data.letterboxes.length
  // Rounded, so that small movements do not cause a new request.
  const [row, column] = [Math.round(latitude), Math.round(longitude)]
  const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))
  const around = useBox(
    tooMany
      ? {
          north_east: `${clamp(row + AROUND, 90)},${clamp(column + AROUND, 180)}`,
          south_west: `${clamp(row - AROUND, 90)},${clamp(column - AROUND, 180)}`,
        }
      : null,
  )
  return tooMany ? around : all
}
