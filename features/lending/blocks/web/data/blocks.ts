import { useMutation, useQuery } from '@tanstack/react-query'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  NEW_TRANSACTIONS_KEY,
  refreshTransaction,
  SEARCHES_KEY,
  TRANSACTIONS_KEY,
} from '#features/lending/conversations/transactions/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { BlockedPerson } from '../../contract.ts'

const BLOCKED_KEY = ['blocked'] as const

/** Whom the user has blocked, the last one first; nothing is asked for where it is not `wanted`. */
export function useBlocked(enabled = true) {
  return useQuery({
    queryKey: BLOCKED_KEY,
    enabled,
    queryFn: ({ signal }) => call('GET /users/blocked', { signal }),
  })
}

/** Conversations with them close or open, and their letterbox is none, or one again. */
async function readAgain(userId: string): Promise<void> {
  const transactions = queryClient.getQueryData<Transaction[]>(TRANSACTIONS_KEY) ?? []
  const shared = transactions.filter(({ borrower_id, renter_id }) =>
    [borrower_id, renter_id].includes(userId),
  )
  const keys = [BLOCKED_KEY, ['letterboxes'], SEARCHES_KEY, NEW_TRANSACTIONS_KEY]
  // The block itself has changed, whether or not everything it concerns can be loaded again at once.
  await Promise.allSettled([
    ...shared.map(({ id }) => refreshTransaction(id)),
    ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  ])
}

const block = (userId: string) =>
  call('POST /users/block', { body: { user_id: userId } }).then(() => readAgain(userId))

/** Takes a block back. */
export async function unblock(userId: string): Promise<void> {
  await call('POST /users/unblock', { body: { user_id: userId } })
  queryClient.setQueryData<BlockedPerson[]>(BLOCKED_KEY, (people) =>
    people?.filter(({ user_id }) => user_id !== userId),
  )
  await readAgain(userId)
}

export const useBlock = () => useMutation({ mutationFn: block })

/** As {@link unblock}, for a button that waits for it. */
export const useUnblock = () => useMutation({ mutationFn: unblock })
