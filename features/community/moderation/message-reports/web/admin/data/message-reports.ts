import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { MODERATED_MESSAGES_KEY } from '#features/community/moderation/held-messages/web/data/door.ts'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { messageReportsApi } from '../../../contract.ts'

export function useMessageReports(query: QueryInput<typeof messageReportsApi.list>) {
  return useQuery({
    queryKey: [...MODERATED_MESSAGES_KEY, 'reported', query],
    queryFn: ({ signal }) => call('GET /admin/message-reports', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

type Decision =
  | { act: 'release' | 'take' | 'giveBack'; id: string }
  | ({ act: 'settle'; id: string } & Omit<BodyInput<typeof messageReportsApi.settle>, 'ids'>)

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
