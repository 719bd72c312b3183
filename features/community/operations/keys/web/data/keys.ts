import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/data/api-client.ts'

/** Which keys there are and since when, without their values. */
export const useKeys = () =>
  useQuery({
    queryKey: ['admin', 'keys'],
    queryFn: ({ signal }) => call('GET /admin/keys', { signal }),
  })
