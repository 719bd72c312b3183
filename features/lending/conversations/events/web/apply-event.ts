import type { QueryClient } from '@tanstack/react-query'
import { NEW_TRANSACTIONS_KEY } from '#features/lending/conversations/lists/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  refreshTransaction,
  SEARCHES_KEY,
  TRANSACTIONS_KEY,
  withMessage,
  withSeen,
} from '#features/lending/conversations/transactions/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { USERINFO_KEY } from '#features/people/accounts/web/data/door.ts'
import type { LiveEvent } from '../contract.ts'

/** Begins the keys of all queries of waits, which rests on this part. */
const WAITS_KEY = ['waits']

/** Applies an event to the cached data, and reloads what the event does not contain. */
export function applyLiveEvent(client: QueryClient, event: LiveEvent): void {
  if (event.type === 'count') {
    client.setQueryData(NEW_TRANSACTIONS_KEY, { count: event.count })
    return
  }
  if (event.type === 'waits' || event.type === 'resync') {
    client.invalidateQueries({ queryKey: WAITS_KEY })
    // A thing that is back is not shown as lent any more.
    client.invalidateQueries({ queryKey: ['letterboxes', 'one'] })
  }
  if (event.type === 'waits') return
  const transactions = client.getQueryData<Transaction[]>(TRANSACTIONS_KEY)
  const ownId = client.getQueryData<User>(USERINFO_KEY)?.id
  if (event.type === 'resync' || !transactions || !ownId) {
    client.invalidateQueries({ queryKey: TRANSACTIONS_KEY })
    if (event.type === 'resync') client.invalidateQueries({ queryKey: NEW_TRANSACTIONS_KEY })
    return
  }
  const { transaction_id } = event
  if (event.type === 'seen') {
    client.setQueryData(
      TRANSACTIONS_KEY,
      withSeen(transactions, transaction_id, event.seen_by, ownId),
    )
    return
  }
  // The search may now find the conversation by other words.
  client.invalidateQueries({ queryKey: SEARCHES_KEY })
  const next =
    event.type === 'message'
      ? withMessage(transactions, transaction_id, event.message, ownId)
      : null
  if (next) client.setQueryData(TRANSACTIONS_KEY, next)
  else void refreshTransaction(transaction_id)
}
