import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'

/** The keys and their age, without values. */
export const useKeys = () =>
  useQuery({
    queryKey: ['admin', 'keys'],
    queryFn: ({ signal }) => call('GET /admin/keys', { signal }),
  })
