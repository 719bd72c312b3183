import { useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { call } from '#platform/web/data/api-client.ts'

/** Figures of the community by month and item. */
export function useImpact() {
  return useQuery({
    queryKey: ['impact'],
    queryFn: ({ signal }) => call('GET /impact', { signal }),
    staleTime: 5 * MINUTE_MS,
  })
}
