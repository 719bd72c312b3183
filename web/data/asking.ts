import type { Transaction } from '@letterlend/contract/transactions.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { mergeTransactions, TRANSACTIONS_KEY } from './known-transactions.ts'
import { queryClient } from './query-client.ts'
import { reloadUser } from './session.ts'

export interface BorrowRequest {
  renter_id: string
  item_id: number
  text: string
  /** The same for every attempt to send the same thing. */
  request_id: string
}

export function useAsk() {
  return useMutation({
    mutationFn: (body: BorrowRequest) => call('POST /transactions/create', { body }),
    onSuccess: (transaction) => {
      queryClient.setQueryData<Transaction[]>(TRANSACTIONS_KEY, (known) =>
        known ? mergeTransactions(known, [transaction]) : known,
      )
      queryClient.invalidateQueries({ queryKey: TRANSACTIONS_KEY })
    },
  })
}

export function useEnableMessaging() {
  return useMutation({
    mutationFn: async () => {
      await call('POST /privacy/update', { body: { enable_messaging: true } })
      return reloadUser()
    },
  })
}

export function useResendConfirmation() {
  return useMutation({
    mutationFn: () => call('POST /auth/resendEmailConfirmationToken'),
    // Already confirmed, perhaps in another tab: then the form appears.
    onError: () => reloadUser().catch(() => undefined),
  })
}
