import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { heldMessagesApi } from '../../../contract.admin.ts'

/** Prefix of the query keys of all messages in moderation. */
export const MODERATED_MESSAGES_KEY = ['admin', 'messages'] as const

export function useHeldMessages(query: QueryInput<typeof heldMessagesApi.list>) {
  return useQuery({
    queryKey: [...MODERATED_MESSAGES_KEY, 'held', query],
    queryFn: ({ signal }) => call('GET /admin/held-messages', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** Refuses messages; `decided` is 0 if another moderator was faster. */
export function useDiscard() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof heldMessagesApi.discard>) =>
      call('POST /admin/held-messages/discard', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: MODERATED_MESSAGES_KEY }),
  })
}

/** Held public thanks. */
export function useHeldThanks() {
  return useQuery({
    queryKey: [...MODERATED_MESSAGES_KEY, 'thanks'],
    queryFn: ({ signal }) => call('GET /admin/held-messages/thanks', { signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** Publishes thanks, or keeps them between the two; `decided` is 0 if another moderator was faster. */
export function useSettleThanks() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof heldMessagesApi.settleThanks>) =>
      call('POST /admin/held-messages/settleThanks', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: MODERATED_MESSAGES_KEY }),
  })
}
