import type { User } from '@letterlend/contract/accounts.ts'
import type { LiveEvent } from '@letterlend/contract/events.ts'
import type { Transaction } from '@letterlend/contract/transactions.ts'
import type { QueryClient } from '@tanstack/react-query'
import { TRANSACTIONS_KEY, withMessage, withSeen } from '../../data/known-transactions.ts'
import { NEW_TRANSACTIONS_KEY } from '../../data/new-transactions.ts'
import { USERINFO_KEY } from '../../data/session.ts'
import { SEARCHES_KEY } from '../../data/transaction-lists.ts'
import { refreshTransaction } from '../../data/transactions.ts'

/** Brings an event into what the screens show. What the event alone cannot tell is asked for. */
export function applyLiveEvent(client: QueryClient, event: LiveEvent): void {
  if (event.type === 'count') {
    client.setQueryData(NEW_TRANSACTIONS_KEY, { count: event.count })
    return
  }
  const known = client.getQueryData<Transaction[]>(TRANSACTIONS_KEY)
  const ownId = client.getQueryData<User>(USERINFO_KEY)?.id
  if (event.type === 'resync' || !known || !ownId) {
    client.invalidateQueries({ queryKey: TRANSACTIONS_KEY })
    if (event.type === 'resync') client.invalidateQueries({ queryKey: NEW_TRANSACTIONS_KEY })
    return
  }
  const { transaction_id } = event
  if (event.type === 'seen') {
    client.setQueryData(TRANSACTIONS_KEY, withSeen(known, transaction_id, event.seen_by, ownId))
    return
  }
  // It may be found by other words now.
  client.invalidateQueries({ queryKey: SEARCHES_KEY })
  const next =
    event.type === 'message' ? withMessage(known, transaction_id, event.message, ownId) : null
  if (next) client.setQueryData(TRANSACTIONS_KEY, next)
  else void refreshTransaction(transaction_id)
}
