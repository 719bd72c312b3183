import {
  MESSAGES_PER_TRANSACTION,
  TRANSACTIONS_PER_PAGE,
  type Transaction,
} from '@letterlend/contract/transactions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from './api-client.ts'
import { mergeTransactions, TRANSACTIONS_KEY, withMessage, withSeen } from './known-transactions.ts'
import { usePollInterval } from './live-status.ts'
import { NEW_TRANSACTIONS_KEY } from './new-transactions.ts'
import { outbox } from './outbox.ts'
import { queryClient } from './query-client.ts'

function keep(fresh: Transaction[]): Transaction[] {
  const known = queryClient.getQueryData<Transaction[]>(TRANSACTIONS_KEY)
  return (
    queryClient.setQueryData<Transaction[]>(TRANSACTIONS_KEY, mergeTransactions(known, fresh)) ??
    fresh
  )
}

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

export function useTransactions() {
  return useQuery({
    queryKey: TRANSACTIONS_KEY,
    queryFn: async ({ signal }) => {
      const fresh = await call('GET /transactions', { query: {}, signal })
      return mergeTransactions(queryClient.getQueryData<Transaction[]>(TRANSACTIONS_KEY), fresh)
    },
    refetchInterval: usePollInterval(),
  })
}

/** Pages back in the list; `exhausted` once an answer was not full. */
export function useOlderTransactions(transactions: Transaction[]) {
  const [exhausted, setExhausted] = useState(transactions.length < TRANSACTIONS_PER_PAGE)
  const load = useMutation({
    mutationFn: () =>
      call('GET /transactions', { query: { before: transactions.at(-1)?.updated_at } }),
    onSuccess: (older) => {
      keep(older)
      if (older.length < TRANSACTIONS_PER_PAGE) setExhausted(true)
    },
  })
  return { load, exhausted }
}

/** One transaction that the list may be too short for; `null` when there is none of that id. */
export function useTransaction(id: string | null, transactions: Transaction[] | undefined) {
  const listed = transactions?.find((transaction) => transaction.id === id)
  const single = useQuery({
    queryKey: ['transaction', id],
    queryFn: async ({ signal }) => {
      const found = await call('GET /transactions', {
        query: { transaction_id: id ?? undefined },
        signal,
      })
      keep(found)
      return found[0] ?? null
    },
    enabled: id !== null && transactions !== undefined && !listed,
    retry: false,
  })
  if (listed) return listed
  return single.isError ? null : single.data
}

/** Pages back in one transaction. */
export function useOlderMessages(transaction: Transaction) {
  const [exhausted, setExhausted] = useState(transaction.messages.length < MESSAGES_PER_TRANSACTION)
  const load = useMutation({
    mutationFn: () =>
      call('GET /transactions', {
        query: { transaction_id: transaction.id, before: transaction.messages[0]?.created_at },
      }),
    onSuccess: (older) => {
      keep(older)
      if ((older[0]?.messages.length ?? 0) < MESSAGES_PER_TRANSACTION) setExhausted(true)
    },
  })
  return { load, exhausted }
}

/**
 * Sends what waits in the outbox under `requestId`. Safe to repeat: the server carries out one
 * request id once. A failure stays in the outbox with its error.
 */
export async function deliver(requestId: string, ownId: string): Promise<void> {
  const entry = outbox.start(requestId)
  if (!entry) return
  const { transaction_id, text } = entry
  try {
    const message = await call('POST /transactions/sendMessage', {
      body: { transaction_id, text, request_id: requestId },
    })
    queryClient.setQueryData<Transaction[]>(
      TRANSACTIONS_KEY,
      (known) => (known && withMessage(known, transaction_id, message, ownId)) ?? known,
    )
    outbox.remove(requestId)
    queryClient.invalidateQueries({ queryKey: TRANSACTIONS_KEY })
  } catch (error) {
    outbox.fail(requestId, error)
  }
}

/** @param ownId the side that the user speaks for in the transactions it marks */
export function useMarkSeen(ownId: string) {
  return useMutation({
    mutationFn: (transactionId: string) =>
      call('POST /transactions/markMessagesSeen', { body: { transaction_id: transactionId } }),
    onSuccess: (_nothing, transactionId) => {
      queryClient.setQueryData<Transaction[]>(TRANSACTIONS_KEY, (known) =>
        known ? withSeen(known, transactionId, ownId, ownId) : known,
      )
      queryClient.invalidateQueries({ queryKey: NEW_TRANSACTIONS_KEY })
    },
  })
}

/** Says that the user has a conversation in view. Nothing depends on it but a mail too many. */
export function noteView(transactionId: string): void {
  const body = { transaction_id: transactionId }
  call('POST /transactions/markMessagesSeen', { body }).catch(() => undefined)
}
