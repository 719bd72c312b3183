import type { auditApi } from '@letterlend/contract/audit.ts'
import type { QueryInput } from '@letterlend/contract/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { useWhileLoggedIn } from './session.ts'

/** One page of what was done in the back office. */
export function useAudit(query: QueryInput<typeof auditApi.list>) {
  return useQuery({
    queryKey: ['admin', 'audit', query],
    queryFn: ({ signal }) => call('GET /admin/audit', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}
