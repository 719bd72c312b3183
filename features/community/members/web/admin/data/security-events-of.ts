import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'

/** One page of a member's security events. Each look is recorded, so this never refetches on its own. */
export function useSecurityEventsOf(id: string, page: number) {
  return useQuery({
    queryKey: ['admin', 'security-events', id, page],
    queryFn: ({ signal }) =>
      call('GET /admin/securityEvents', { query: { id, page: `${page}` }, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}
