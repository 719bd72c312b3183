import { useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { call } from '#platform/web/data/api-client.ts'

/** The products on sale; they rarely change. */
export function useProducts() {
  return useQuery({
    queryKey: ['products'],
    queryFn: ({ signal }) => call('GET /product', { signal }),
    staleTime: 5 * MINUTE_MS,
  })
}
