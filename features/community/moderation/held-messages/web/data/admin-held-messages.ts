import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { heldMessagesApi } from '../../contract.ts'

/** What begins the keys of all messages that somebody has to look at. */
export const MODERATED_MESSAGES_KEY = ['admin', 'messages'] as const

export function useHeldMessages(query: QueryInput<typeof heldMessagesApi.list>) {
  return useQuery({
    queryKey: [...MODERATED_MESSAGES_KEY, 'held', query],
    queryFn: ({ signal }) => call('GET /admin/held-messages', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** Refuses messages; `decided` is 0 where somebody else was faster. */
export function useDiscard() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof heldMessagesApi.discard>) =>
      call('POST /admin/held-messages/discard', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: MODERATED_MESSAGES_KEY }),
  })
}

/** Public thanks that wait for a moderator. */
export function useHeldThanks() {
  return useQuery({
    queryKey: [...MODERATED_MESSAGES_KEY, 'thanks'],
    queryFn: ({ signal }) => call('GET /admin/held-messages/thanks', { signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** Lets everybody read a thank-you, or keeps it between the two; `decided` is 0 where somebody else was faster. */
export function useSettleThanks() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof heldMessagesApi.settleThanks>) =>
      call('POST /admin/held-messages/settleThanks', { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: MODERATED_MESSAGES_KEY }),
  })
}
