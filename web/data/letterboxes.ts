import type { Position } from '@letterlend/contract/geography.ts'
import type { Letterbox, LetterboxList, StickerCounts } from '@letterlend/contract/letterboxes.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { type StickerSelection, stickerQuery } from './sticker-query.ts'

export interface NearbyQuery extends StickerSelection {
  /** Degrees; `west` > `east` crosses the antimeridian. */
  box: { west: number; south: number; east: number; north: number }
  /** Distances are measured from here. */
  origin: Position
  messagingOnly: boolean
}

/** Kilometres around, one after the other, in which is searched when nothing is in view. */
const STEPS = [5, 20, 50] as const

export interface Nearby extends LetterboxList {
  /**
   * Nothing was found in the box asked for: these are the nearest ones outside it, in the first of
   * the steps that holds any; null kilometres stand for everywhere. Null: found in the box.
   */
  widened: { kilometres: (typeof STEPS)[number] | null } | null
}

/** How many are listed from outside the view: enough to choose from, few enough to be near. */
const WIDENED_LIMIT = '10'

const corner = (latitude: number, longitude: number) =>
  `${latitude.toFixed(5)},${longitude.toFixed(5)}`

const WORLD: NearbyQuery['box'] = { west: -180, south: -90, east: 180, north: 90 }

function callNearby(
  { box, origin, messagingOnly, ...selection }: NearbyQuery,
  limit: string | undefined,
  signal: AbortSignal,
): Promise<LetterboxList> {
  const shared = {
    north_east: corner(box.north, box.east),
    south_west: corner(box.south, box.west),
    latitude: origin.latitude.toFixed(6),
    longitude: origin.longitude.toFixed(6),
    enable_messaging: messagingOnly ? ('true' as const) : undefined,
    limit,
  }
  return selection.stickerIds.length === 0
    ? call('GET /letterboxes', { query: shared, signal })
    : call('GET /letterboxes/filterLetterBoxesByStickerId', {
        query: { ...shared, sticker_id: '0', ...stickerQuery(selection) },
        signal,
      })
}

const COUNT_AFTER = 300

const countsById = ({ counts }: StickerCounts) =>
  new Map(counts.map(({ id, count }) => [id, count]))

/** How many letterboxes in a box have each sticker, a moment after the box came to rest. */
export function useStickerCounts(query: NearbyQuery | null) {
  const area = query && {
    north_east: corner(query.box.north, query.box.east),
    south_west: corner(query.box.south, query.box.west),
    enable_messaging: query.messagingOnly ? ('true' as const) : undefined,
  }
  const [settled] = useDebouncedValue(JSON.stringify(area), COUNT_AFTER)
  const asked: typeof area = JSON.parse(settled)
  return useQuery({
    queryKey: ['letterboxes', 'counts', settled],
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      if (!asked) throw new Error('Unexpected call without a box.')
      return call('GET /letterboxes/stickerCounts', { query: asked, signal })
    },
    select: countsById,
  })
}

/** What is near is near to what is looked at: the viewer, or else the middle of the view. */
export function searchedFrom({ box, origin }: Pick<NearbyQuery, 'box' | 'origin'>): Position {
  const { west, south, east, north } = box
  const { latitude, longitude } = origin
  const crosses = west > east
  const inside = crosses
    ? longitude >= west || longitude <= east
    : longitude >= west && longitude <= east
  if (inside && latitude >= south && latitude <= north) return origin
  const middle = (west + east + (crosses ? 360 : 0)) / 2
  return { latitude: (south + north) / 2, longitude: middle > 180 ? middle - 360 : middle }
}

/** The letterboxes in a box, the nearest first; without any, the nearest further and further out. */
export async function findNearby(query: NearbyQuery, signal: AbortSignal): Promise<Nearby> {
  const found = await callNearby(query, undefined, signal)
  if (found.total > 0) return { ...found, widened: null }
  // One call answers all steps: it has the nearest first.
  const wide = { ...query, box: WORLD, origin: searchedFrom(query) }
  const nearest = await callNearby(wide, WIDENED_LIMIT, signal)
  if (nearest.total === 0) return { ...nearest, widened: null }
  const metres = ({ distance }: Letterbox) => distance ?? 0
  const least = Math.min(...nearest.letterboxes.map(metres))
  const kilometres = STEPS.find((step) => least <= step * 1000) ?? null
  const reach = kilometres === null ? Number.POSITIVE_INFINITY : kilometres * 1000
  const letterboxes = nearest.letterboxes.filter((letterbox) => metres(letterbox) <= reach)
  return { letterboxes, total: letterboxes.length, widened: { kilometres } }
}

/** See {@link findNearby}. Null asks for nothing. */
export function useNearby(query: NearbyQuery | null) {
  return useQuery({
    queryKey: ['letterboxes', 'nearby', query],
    enabled: query !== null,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    queryFn: ({ signal }) => {
      if (!query) throw new Error('Unexpected call without a box.')
      return findNearby(query, signal)
    },
  })
}

/** One letterbox, with its distance when the viewer's position is known. */
export function useLetterbox(id: string | null, from: Position | null) {
  return useQuery<Letterbox>({
    queryKey: ['letterboxes', 'one', id, from],
    enabled: id !== null,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
    queryFn: ({ signal }) =>
      call('GET /letterboxes/getLetterboxById', {
        query: {
          letterbox_id: id ?? '',
          latitude: from?.latitude.toFixed(6),
          longitude: from?.longitude.toFixed(6),
        },
        signal,
      }),
  })
}
