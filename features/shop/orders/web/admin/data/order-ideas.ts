import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { call, callForFile } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { orderIdeasApi } from '../../../ideas/contract.admin.ts'

const IDEAS_KEY = ['admin', 'order-ideas'] as const

/** One page of the sticker ideas that customers sent with orders. */
export function useOrderIdeas(query: QueryInput<typeof orderIdeasApi.list>) {
  return useQuery({
    queryKey: [...IDEAS_KEY, query],
    queryFn: ({ signal }) => call('GET /admin/orders/ideas', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** Marks an idea; the list then shows its current state, even if another administrator was faster. */
export function useMarkIdea() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof orderIdeasApi.mark>) =>
      call('POST /admin/orders/ideas/mark', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: IDEAS_KEY }),
  })
}

export function useExportIdeas() {
  return useMutation({
    mutationFn: (query: QueryInput<typeof orderIdeasApi.export>) =>
      callForFile('GET /admin/orders/ideas/export', { query }),
  })
}
