import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Position } from '#platform/shared/geography.ts'
import { call } from '#platform/web/data/api-client.ts'
import { LINE_SEARCH_MIN_LENGTH } from '../../line-limits.ts'
import { type FreeDays, freeQuery } from './sticker-query.ts'

/** Nearby stickers whose line contains the typed text, and that are free on the days, the nearest first. */
export function useLinesNear(text: string, near: Position, free: FreeDays | null | undefined) {
  const q = text.trim()
  return useQuery({
    queryKey: [
      'letterboxes',
      'lines',
      q,
      free,
      near.latitude.toFixed(1),
      near.longitude.toFixed(1),
    ],
    enabled: q.length >= LINE_SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call('GET /letterboxes/byLine', {
        query: {
          q,
          latitude: near.latitude.toFixed(3),
          longitude: near.longitude.toFixed(3),
          ...freeQuery(free),
        },
        signal,
      }),
  })
}
