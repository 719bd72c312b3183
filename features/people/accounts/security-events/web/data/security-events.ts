import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'

export function useSecurityEvents(page: number) {
  return useQuery({
    queryKey: ['security-events', page],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /securityEvents', { query: { page: `${page}` }, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}
