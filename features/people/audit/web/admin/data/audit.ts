import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { QueryInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import type { auditApi } from '../../../contract.admin.ts'

export function useAudit(query: QueryInput<typeof auditApi.list>) {
  return useQuery({
    queryKey: ['admin', 'audit', query],
    queryFn: ({ signal }) => call('GET /admin/audit', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}
