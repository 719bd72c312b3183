import { useMutation, useQuery } from '@tanstack/react-query'
import { keepTransactions } from '#features/lending/conversations/transactions/web/door.ts'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { corner } from '#features/places/letterboxes/web/data/door.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { requestsApi } from '../../contract.ts'

/** How long alternatives are shown without reloading them. */
const ALTERNATIVES_FRESH_MS = 5 * MINUTE_MS

const alternativesKey = (transactionId: string) => ['alternatives', transactionId] as const

/** The next nearest letterboxes that lend the same item; loaded only if `isWanted`. */
export function useAlternatives(transactionId: string, isWanted: boolean) {
  const whileLoggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: alternativesKey(transactionId),
    enabled: isWanted && whileLoggedIn,
    staleTime: ALTERNATIVES_FRESH_MS,
    queryFn: ({ signal }) =>
      call('GET /transactions/alternatives', { query: { transaction_id: transactionId }, signal }),
  })
}

/** The days on which a letterbox has promised an item; refetched on each use. */
export function useTakenDays(lenderId: string, itemId: number | null) {
  const whileLoggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: ['taken days', lenderId, itemId],
    enabled: itemId !== null && whileLoggedIn,
    staleTime: 0,
    queryFn: ({ signal }) =>
      call('GET /transactions/takenDays', {
        query: { renter_id: lenderId, item_id: String(itemId) },
        signal,
      }),
  })
}

const STANDING_KEY = ['standing']

/** The user's standing request to a letterbox for an item; undefined while it loads. */
export function useStanding(lenderId: string, itemId: number | null) {
  const whileLoggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: [...STANDING_KEY, lenderId, itemId],
    enabled: itemId !== null && whileLoggedIn,
    staleTime: 0,
    // A server of the previous version does not know this call; then nothing is refused.
    retry: false,
    queryFn: ({ signal }) =>
      call('GET /transactions/standing', {
        query: { renter_id: lenderId, item_id: String(itemId) },
        signal,
      }),
  })
}

export type NewAsk = BodyInput<typeof requestsApi.ask>

/**
 * Asks one letterbox, or several with one message. The requests can join a pending one of the user: the first yes
 * withdraws the others.
 */
export function useAsk() {
  return useMutation({
    mutationFn: async ({ renter_ids, besides, ...body }: NewAsk) => {
      const [renter_id] = renter_ids
      if (renter_ids.length > 1 || renter_id === undefined || besides) {
        return call('POST /transactions/ask', { body: { renter_ids, besides, ...body } })
      }
      return [await call('POST /transactions/create', { body: { renter_id, ...body } })]
    },
    onSuccess: (requests) => {
      keepTransactions(requests)
      // The lenders who were just asked are no longer alternatives.
      queryClient.invalidateQueries({ queryKey: ['alternatives'] })
    },
    // Another tab or a member of the household may have asked meanwhile.
    onError: () => void queryClient.invalidateQueries({ queryKey: STANDING_KEY }),
  })
}

/** Three kilometres in degrees of latitude: what people walk or cycle to borrow something. */
const NEARBY_DEGREES = 0.027
const LENDERS_NEARBY = 9

/** The owners whom the user has asked for an item in a request that is still open; empty while loading. */
export function useAskedFor(itemId: number | null): ReadonlySet<string | null> {
  const whileLoggedIn = useWhileLoggedIn()
  const { data } = useQuery({
    queryKey: ['asked for', itemId],
    staleTime: 0,
    enabled: itemId !== null && whileLoggedIn,
    queryFn: ({ signal }) =>
      call('GET /transactions', { query: { role: 'borrow', state: 'open' }, signal }),
    select: (transactions) =>
      new Set(
        transactions.filter(({ item }) => item.id === itemId).map(({ renter_id }) => renter_id),
      ),
  })
  return data ?? NOBODY
}
const NOBODY: ReadonlySet<string | null> = new Set()

/** Radius in metres in which lenders are searched. */
const NEARBY_METRES = 3000

/** The user's own letterbox if it is near enough to measure distances from; else null. */
export function homeNear(
  own: { latitude: number | null; longitude: number | null } | null | undefined,
  asked: Position,
): Position | null {
  if (!own || own.latitude === null || own.longitude === null) return null
  const home = { latitude: own.latitude, longitude: own.longitude }
  return distanceInMetres(home, asked) <= NEARBY_METRES ? home : null
}

const within180 = (longitude: number) => ((longitude + 540) % 360) - 180

/**
 * Other letterboxes nearby that lend the same item and can be asked, best choice first. Distances are measured
 * from the user's own letterbox if it is nearby, else from the asked letterbox.
 */
export function useLendersNearby(
  { id, latitude, longitude }: Pick<Letterbox, 'id' | 'latitude' | 'longitude'>,
  itemId: number | null,
  home: Position | null,
) {
  const across = NEARBY_DEGREES / Math.max(0.1, Math.cos((latitude * Math.PI) / 180))
  return useQuery({
    queryKey: ['letterboxes', 'lenders', id, itemId, home],
    enabled: itemId !== null,
    queryFn: async ({ signal }) => {
      const { letterboxes } = await call('GET /letterboxes/filterLetterBoxesByStickerId', {
        query: {
          north_east: corner(
            Math.min(90, latitude + NEARBY_DEGREES),
            within180(longitude + across),
          ),
          south_west: corner(
            Math.max(-90, latitude - NEARBY_DEGREES),
            within180(longitude - across),
          ),
          latitude: (home?.latitude ?? latitude).toFixed(6),
          longitude: (home?.longitude ?? longitude).toFixed(6),
          enable_messaging: 'true',
          prefer: 'answers',
          limit: String(LENDERS_NEARBY),
          sticker_id: String(itemId),
        },
        signal,
      })
      return letterboxes.filter((letterbox) => letterbox.id !== id)
    },
  })
}
