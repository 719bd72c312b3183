import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'

/** What the community lends, by month and by item. */
export function useImpact() {
  return useQuery({
    queryKey: ['impact'],
    queryFn: ({ signal }) => call('GET /impact', { signal }),
    staleTime: 5 * 60_000,
  })
}
