import { useMutation, useQuery } from '@tanstack/react-query'
import { NEW_TRANSACTIONS_KEY } from '#features/lending/conversations/lists/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  refreshTransaction,
  SEARCHES_KEY,
  TRANSACTIONS_KEY,
} from '#features/lending/conversations/transactions/web/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { BlockedPerson } from '../../contract.ts'

const BLOCKED_KEY = ['blocked'] as const

/** The people whom the user has blocked, newest block first. Sends no request unless `enabled`. */
export function useBlocked(enabled = true) {
  return useQuery({
    queryKey: BLOCKED_KEY,
    enabled,
    queryFn: ({ signal }) => call('GET /users/blocked', { signal }),
  })
}

/** Blocking closes conversations and hides the letterbox; unblocking reverses both. Reloads what shows them. */
async function readAgain(userId: string): Promise<void> {
  const transactions = queryClient.getQueryData<Transaction[]>(TRANSACTIONS_KEY) ?? []
  const shared = transactions.filter(({ borrower_id, renter_id }) =>
    [borrower_id, renter_id].includes(userId),
  )
  const keys = [BLOCKED_KEY, ['letterboxes'], SEARCHES_KEY, NEW_TRANSACTIONS_KEY]
  // The block itself has succeeded, even if not everything it affects can be reloaded now.
  await Promise.allSettled([
    ...shared.map(({ id }) => refreshTransaction(id)),
    ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  ])
}

const block = (userId: string) =>
  call('POST /users/block', { body: { user_id: userId } }).then(() => readAgain(userId))

export async function unblock(userId: string): Promise<void> {
  await call('POST /users/unblock', { body: { user_id: userId } })
  queryClient.setQueryData<BlockedPerson[]>(BLOCKED_KEY, (people) =>
    people?.filter(({ user_id }) => user_id !== userId),
  )
  await readAgain(userId)
}

export const useBlock = () => useMutation({ mutationFn: block })

/** {@link unblock} as a mutation, for a button that shows it as pending. */
export const useUnblock = () => useMutation({ mutationFn: unblock })
