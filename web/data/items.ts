import { useQuery } from '@tanstack/react-query'
import { call } from './api-client.ts'

/** All items that have a sticker; they change rarely. */
export function useItems() {
  return useQuery({
    queryKey: ['items'],
    queryFn: ({ signal }) => call('GET /items', { signal }),
    staleTime: 5 * 60_000,
  })
}
