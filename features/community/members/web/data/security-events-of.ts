import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'

/** One page of what happened to the account of somebody who is being helped. Each look is noted, so that nothing asks by itself. */
export function useSecurityEventsOf(id: string, page: number) {
  return useQuery({
    queryKey: ['admin', 'security-events', id, page],
    queryFn: ({ signal }) =>
      call('GET /admin/securityEvents', { query: { id, page: `${page}` }, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}
