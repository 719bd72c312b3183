import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { adminMessageReportsApi, heldMessagesApi } from '../../../contract.admin.ts'

/** Prefix of the query keys of all messages in moderation. */
const MODERATED_MESSAGES_KEY = ['admin', 'messages'] as const

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

export function useMessageReports(query: QueryInput<typeof adminMessageReportsApi.list>) {
  return useQuery({
    queryKey: [...MODERATED_MESSAGES_KEY, 'reported', query],
    queryFn: ({ signal }) => call('GET /admin/message-reports', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

type Decision =
  | { act: 'release' | 'take' | 'giveBack'; id: string }
  | ({ act: 'settle'; id: string } & Omit<BodyInput<typeof adminMessageReportsApi.settle>, 'ids'>)

function decide(decision: Decision): Promise<{ decided: number }> {
  const ids = [decision.id]
  if (decision.act === 'release')
    return call('POST /admin/held-messages/release', { body: { ids } })
  if (decision.act === 'settle') {
    const { act, id, ...settling } = decision
    return call('POST /admin/message-reports/settle', { body: { ids, ...settling } })
  }
  const mine = decision.act === 'take'
  return call('POST /admin/message-reports/assign', { body: { ids, mine } })
}

/** Decides about a message; `decided` is 0 if another moderator was faster. */
export function useDecide() {
  return useMutation({
    mutationFn: decide,
    onSettled: () => queryClient.invalidateQueries({ queryKey: MODERATED_MESSAGES_KEY }),
  })
}
