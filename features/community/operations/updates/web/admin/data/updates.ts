import { useQuery } from '@tanstack/react-query'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'

/** Whether a newer version was released. Loads nothing without the right to see it. */
export function useUpdate() {
  const may = useMay()
  return useQuery({
    queryKey: ['admin', 'updates'],
    queryFn: ({ signal }) => call('GET /admin/updates', { signal }),
    enabled: may('GET /admin/updates'),
  })
}
