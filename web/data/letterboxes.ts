import type { Position } from '@letterlend/contract/geography.ts'
import type {
  Letterbox,
  LetterboxList,
  Pin,
  StickerCounts,
} from '@letterlend/contract/letterboxes.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, call } from './api-client.ts'
import { lastPage, PER_PAGE } from './letterbox-pages.ts'
import { type StickerSelection, stickerQuery } from './sticker-query.ts'

export interface NearbyQuery extends StickerSelection {
  /** Degrees; `west` > `east` crosses the antimeridian. */
  box: { west: number; south: number; east: number; north: number }
  /** Distances are measured from here. */
  origin: Position
  /** What the origin is. */
  nearestTo: 'you' | 'middle' | 'house'
  messagingOnly: boolean
}

export interface Nearby extends LetterboxList {
  /** That was found: the last one for a page that does not exist. */
  page: number
  /** Nothing is within reach: these are from everywhere. */
  widened: boolean
  kept: null
}

/** What a tile tells of a letterbox, and how far it is. */
export type KeptLetterbox = Pin & { distance: number }

/** The same without network, from the last seen map. */
export interface KeptNearby extends Omit<Nearby, 'letterboxes' | 'kept'> {
  letterboxes: KeptLetterbox[]
  kept: {
    /** When the server told of the one that was told of first: milliseconds. */
    given: number
    /** False when there is no kept map with the filter: these are all letterboxes. */
    isAsked: boolean
  }
}

const corner = (latitude: number, longitude: number) =>
  `${latitude.toFixed(5)},${longitude.toFixed(5)}`

const WORLD: NearbyQuery['box'] = { west: -180, south: -90, east: 180, north: 90 }

function callNearby(
  { box, origin, messagingOnly, nearestTo: _, ...selection }: NearbyQuery,
  page: number,
  signal: AbortSignal,
): Promise<LetterboxList> {
  const shared = {
    north_east: corner(box.north, box.east),
    south_west: corner(box.south, box.west),
    latitude: origin.latitude.toFixed(6),
    longitude: origin.longitude.toFixed(6),
    enable_messaging: messagingOnly ? ('true' as const) : undefined,
    limit: String(PER_PAGE),
    offset: page === 1 ? undefined : String((page - 1) * PER_PAGE),
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

async function findPage(query: NearbyQuery, page: number, signal: AbortSignal) {
  const found = await callNearby(query, page, signal)
  const last = lastPage(found.total)
  // There were more when the address with this page was made.
  if (page > last) return { ...(await callNearby(query, last, signal)), page: last }
  return { ...found, page }
}

/** A page of the letterboxes in a box, the nearest first; without any, of those everywhere. */
export async function findNearby(
  query: NearbyQuery,
  page: number,
  signal: AbortSignal,
): Promise<Nearby> {
  const found = await findPage(query, page, signal)
  if (found.total > 0) return { ...found, widened: false, kept: null }
  const everywhere = await findPage({ ...query, box: WORLD }, page, signal)
  return { ...everywhere, widened: everywhere.total > 0, kept: null }
}

const isOutOfReach = (error: unknown) =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'unavailable')

const KEPT_ANSWERS_AFTER = 8_000

/**
 * See {@link findNearby}; from the last seen map when the server does not answer, or not in time.
 * @throws {ApiError} as the call does when that map knows nothing either.
 */
async function findNearbyOrKept(query: NearbyQuery, page: number, signal: AbortSignal) {
  const findKept = () => import('./kept-letterboxes.ts').then((kept) => kept.findKept(query, page))
  const late = new Promise<null>((resolve) => setTimeout(resolve, KEPT_ANSWERS_AFTER, null))
  const answer = findNearby(query, page, signal)
  try {
    return (await Promise.race([answer, late])) ?? (await findKept()) ?? (await answer)
  } catch (error) {
    const kept = isOutOfReach(error) ? await findKept() : null
    if (kept) return kept
    throw error
  }
}

const FRESH_FOR = 60_000
const RETRY_KEPT_EVERY = 4_000
/** Whoever comes back from a letterbox finds the list as it was, however long they looked at that. */
const KEPT_FOR = 30 * 60_000

/** See {@link findNearbyOrKept}. Null asks for nothing. */
export function useNearby(query: NearbyQuery | null, page: number) {
  return useQuery<Nearby | KeptNearby>({
    queryKey: ['letterboxes', 'nearby', query, page],
    enabled: query !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.kept ? RETRY_KEPT_EVERY : FRESH_FOR),
    gcTime: KEPT_FOR,
    queryFn: ({ signal }) => {
      if (!query) throw new Error('Unexpected call without a box.')
      return findNearbyOrKept(query, page, signal)
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
