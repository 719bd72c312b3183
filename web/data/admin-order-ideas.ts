import type { BodyInput, QueryInput } from '@letterlend/contract/endpoint.ts'
import type { orderIdeasApi } from '@letterlend/contract/order-ideas.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call, callForFile } from './api-client.ts'
import { queryClient } from './query-client.ts'
import { useWhileLoggedIn } from './session.ts'

const IDEAS_KEY = ['admin', 'order-ideas'] as const

/** One page of the ideas for new stickers that came with orders. */
export function useOrderIdeas(query: QueryInput<typeof orderIdeasApi.list>) {
  return useQuery({
    queryKey: [...IDEAS_KEY, query],
    queryFn: ({ signal }) => call('GET /admin/orders/ideas', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** Marks an idea; the list shows how it is by now, whoever was quicker. */
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
