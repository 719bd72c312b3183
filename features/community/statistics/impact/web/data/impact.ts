import { useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { call } from '#platform/web/data/api-client.ts'

/** What the community lends, by month and by item. */
export function useImpact() {
  return useQuery({
    queryKey: ['impact'],
    queryFn: ({ signal }) => call('GET /impact', { signal }),
    staleTime: 5 * MINUTE_MS,
  })
}
