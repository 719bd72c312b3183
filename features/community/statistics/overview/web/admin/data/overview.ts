import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { QueryInput } from '#platform/shared/endpoint.ts'
import type { Language } from '#platform/shared/languages.ts'
import { call, callForFile } from '#platform/web/data/api-client.ts'
import type { adminOverviewApi } from '../../../contract.admin.ts'

const QUEUES_KEY = ['admin', 'queues'] as const
const ASK_EVERY_MS = MINUTE_MS

/** Open entries by queue, refetched once a minute. */
export function useQueues() {
  return useQuery({
    queryKey: QUEUES_KEY,
    queryFn: ({ signal }) => call('GET /admin/queues', { signal }),
    staleTime: ASK_EVERY_MS,
    refetchInterval: ASK_EVERY_MS,
    enabled: useWhileLoggedIn(),
  })
}

/** Refetches the counts after every change made in this tab. */
export function useQueuesAfterActs(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void client.invalidateQueries({ queryKey: QUEUES_KEY })
      }),
    [client],
  )
}

/** Figures of the community by month and region. They may be some minutes old. */
export function useOverview(query: QueryInput<typeof adminOverviewApi.overview>) {
  return useQuery({
    queryKey: ['admin', 'overview', query],
    queryFn: ({ signal }) => call('GET /admin/overview', { query, signal }),
    staleTime: 5 * MINUTE_MS,
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** The yearly report as a PDF. */
export function useYearlyReport() {
  return useMutation({
    mutationFn: (query: { year: string; lang: Language; regions_from: string }) =>
      callForFile('GET /admin/overview/report', { query }),
  })
}
