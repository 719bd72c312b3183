import { useQuery } from '@tanstack/react-query'
import { useSession, useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { usePollInterval } from '#platform/web/data/live-status.ts'

/** Live events store the count that the server pushes here: `setQueryData(NEW_TRANSACTIONS_KEY, {count})`. */
export const NEW_TRANSACTIONS_KEY = ['newTransactions'] as const

/** The number of transactions with an unseen message; 0 for visitors and while it loads. */
export function useNewTransactionCount(): number {
  const { loggedIn } = useSession()
  const { data } = useQuery({
    queryKey: NEW_TRANSACTIONS_KEY,
    queryFn: ({ signal }) => call('GET /transactions/getNumberOfNewTransactions', { signal }),
    enabled: useWhileLoggedIn(),
    refetchInterval: usePollInterval(),
  })
  return loggedIn ? (data?.count ?? 0) : 0
}
