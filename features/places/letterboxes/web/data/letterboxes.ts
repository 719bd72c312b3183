import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Position } from '#platform/shared/geography.ts'
import { call } from '#platform/web/data/api-client.ts'
import type { Letterbox, ShownThanks, StickerCounts } from '../../contract.ts'
import { type FreeDays, freeQuery, type StickerSelection } from './sticker-query.ts'

export interface NearbyQuery extends StickerSelection {
  /** Degrees; `west` > `east` crosses the antimeridian. */
  box: { west: number; south: number; east: number; north: number }
  /** The position from which distances are measured. */
  origin: Position
  /** What kind of place the origin is. */
  nearestTo: 'you' | 'home' | 'middle' | 'house'
  messagingOnly: boolean
  /** Only what is free on these days. */
  free?: FreeDays | null | undefined
  /** Within a neighbourhood, ranks letterboxes that answer first. */
  preferAnswers: boolean
}

/** A corner of a box in the API's format. */
export const corner = (latitude: number, longitude: number) =>
  `${latitude.toFixed(5)},${longitude.toFixed(5)}`

const COUNT_AFTER = 300

const countsById = ({ counts }: StickerCounts) =>
  new Map(counts.map(({ id, count }) => [id, count]))

/** Number of letterboxes per sticker in a box, loaded a moment after the box stops changing. */
export function useStickerCounts(query: NearbyQuery | null) {
  const area = query && {
    north_east: corner(query.box.north, query.box.east),
    south_west: corner(query.box.south, query.box.west),
    enable_messaging: query.messagingOnly ? ('true' as const) : undefined,
    ...freeQuery(query.free),
  }
  const [settledJson] = useDebouncedValue(JSON.stringify(area), COUNT_AFTER)
  const settledArea: typeof area = JSON.parse(settledJson)
  return useQuery({
    queryKey: ['letterboxes', 'counts', settledJson],
    enabled: settledArea !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      if (!settledArea) throw new Error('Unexpected call without a box.')
      return call('GET /letterboxes/stickerCounts', { query: settledArea, signal })
    },
    select: countsById,
  })
}

/** One letterbox; with its distance if the viewer's position is known, and what is free on some days. */
export function useLetterbox(
  id: string | null,
  from: Position | null,
  free: FreeDays | null = null,
) {
  const days = free && { free_from: free.from, free_until: free.until }
  return useQuery<Letterbox>({
    queryKey: ['letterboxes', 'one', id, from, days],
    enabled: id !== null,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
    queryFn: ({ signal }) =>
      call('GET /letterboxes/getLetterboxById', {
        query: {
          letterbox_id: id ?? '',
          latitude: from?.latitude.toFixed(6),
          longitude: from?.longitude.toFixed(6),
          ...days,
        },
        signal,
      }),
  })
}

/** Public thank-yous to a letterbox. */
export function useThanks(id: string) {
  return useQuery<ShownThanks[]>({
    queryKey: ['letterboxes', 'thanks', id],
    queryFn: ({ signal }) => call('GET /letterboxes/thanks', { query: { id }, signal }),
  })
}
