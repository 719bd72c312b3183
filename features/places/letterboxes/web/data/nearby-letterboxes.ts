import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { LETTERBOX_LIST_LIMIT, type LetterboxList, type Pin } from '../../contract.ts'
import { lastPage, PER_PAGE } from './letterbox-pages.ts'
import { corner, type NearbyQuery } from './letterboxes.ts'
import { daysQuery, stickerQuery } from './sticker-query.ts'

export interface Nearby extends LetterboxList {
  /** The page that was loaded; the last one if the requested page does not exist. */
  page: number
  /** True if nothing is within reach, so that these letterboxes are from everywhere. */
  widened: boolean
  kept: null
}

/** A pin from a cached tile, with its distance. */
export type KeptLetterbox = Pin & { distance: number }

/** The offline variant, from the cached map. */
export interface KeptNearby extends Omit<Nearby, 'letterboxes' | 'kept'> {
  letterboxes: KeptLetterbox[]
  kept: {
    /** When the server sent the oldest of these tiles, in milliseconds. */
    given: number
    /** False if no tile with this filter is cached, so that all letterboxes are listed. */
    isAsked: boolean
  }
}

const WORLD: NearbyQuery['box'] = { west: -180, south: -90, east: 180, north: 90 }

function callNearby(
  { box, origin, messagingOnly, preferAnswers, free, nearestTo: _, ...selection }: NearbyQuery,
  page: number,
  signal: AbortSignal,
  limit: number = PER_PAGE,
): Promise<LetterboxList> {
  const shared = {
    north_east: corner(box.north, box.east),
    south_west: corner(box.south, box.west),
    latitude: origin.latitude.toFixed(6),
    longitude: origin.longitude.toFixed(6),
    enable_messaging: messagingOnly ? ('true' as const) : undefined,
    prefer: preferAnswers ? ('answers' as const) : undefined,
    limit: String(limit),
    offset: page === 1 ? undefined : String((page - 1) * limit),
    ...daysQuery(free),
  }
  return selection.stickerIds.length === 0
    ? call('GET /letterboxes', { query: shared, signal })
    : call('GET /letterboxes/filterLetterBoxesByStickerId', {
        query: { ...shared, sticker_id: '0', ...stickerQuery(selection) },
        signal,
      })
}

/** The letterboxes in a box, the nearest first, up to the server's limit; used for printing. */
export const findAllNearby = (query: NearbyQuery, signal: AbortSignal): Promise<LetterboxList> =>
  callNearby(query, 1, signal, LETTERBOX_LIST_LIMIT.max)

async function findPage(query: NearbyQuery, page: number, signal: AbortSignal) {
  const answer = await callNearby(query, page, signal)
  const last = lastPage(answer.total)
  // The page in the URL may no longer exist because there are fewer letterboxes now.
  if (page > last) return { ...(await callNearby(query, last, signal)), page: last }
  return { ...answer, page }
}

/** A page of the letterboxes in a box, the nearest first; if the box is empty, a page of all letterboxes. */
export async function findNearby(
  query: NearbyQuery,
  page: number,
  signal: AbortSignal,
): Promise<Nearby> {
  const withinReach = await findPage(query, page, signal)
  if (withinReach.total > 0) return { ...withinReach, widened: false, kept: null }
  const everywhere = await findPage({ ...query, box: WORLD }, page, signal)
  return { ...everywhere, widened: everywhere.total > 0, kept: null }
}

const isOutOfReach = (error: unknown) =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'unavailable')

const KEPT_ANSWERS_AFTER = 8_000

/**
 * Like {@link findNearby}, but uses the cached map if the server does not answer in time. @throws {ApiError} the error
 * of the call, if nothing is cached either
 */
async function findNearbyOrKept(query: NearbyQuery, page: number, signal: AbortSignal) {
  const findKept = () => import('./kept-letterboxes.ts').then((kept) => kept.findKept(query, page))
  const late = new Promise<null>((resolve) => setTimeout(resolve, KEPT_ANSWERS_AFTER, null))
  const answer = findNearby(query, page, signal)
  try {
    return (await Promise.race([answer, late])) ?? (await findKept()) ?? (await answer)
  } catch (error) {
    const keptNearby = isOutOfReach(error) ? await findKept() : null
    if (keptNearby) return keptNearby
    throw error
  }
}

const FRESH_FOR = MINUTE_MS
const RETRY_KEPT_EVERY = 4_000
/** Keeps the list while the user looks at a letterbox, so that it is unchanged on return. */
const KEPT_FOR = 30 * MINUTE_MS

/** See {@link findNearbyOrKept}. Null disables the query. */
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
