import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { NEW_TRANSACTIONS_KEY } from '#features/lending/conversations/lists/web/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { usePollInterval } from '#platform/web/data/live-status.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Message, Transaction } from '../../contract.ts'
import { MESSAGES_PER_TRANSACTION } from '../../transaction-limits.ts'
import {
  mergeTransactions,
  TRANSACTIONS_KEY,
  WAITING_COUNT_KEY,
  withMessage,
  withSeen,
} from './known-transactions.ts'

/** Merges a response of the server into the loaded transactions. */
export function keepTransactions(fresh: Transaction[]): void {
  queryClient.setQueryData<Transaction[]>(TRANSACTIONS_KEY, (loaded) =>
    mergeTransactions(loaded, fresh),
  )
}

// The loaded transactions stay cached as long as the lists that show them. No structural sharing: merging
// compares by id, and comparing by position again would make all messages below an older one seem new.
queryClient.setQueryDefaults(TRANSACTIONS_KEY, {
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/** All transactions of the user that were loaded or arrived as live events, latest activity first. */
export function useKnownTransactions(): Transaction[] | undefined {
  return useQuery<Transaction[]>({ queryKey: TRANSACTIONS_KEY, queryFn: skipToken }).data
}

export interface FoundTransaction {
  /** Null if there is no transaction with that id, undefined while it loads or if it cannot be loaded. */
  transaction: Transaction | null | undefined
  /** Why it cannot be loaded; else null. */
  error: Error | null
  retry: () => void
}

/** One transaction, whether or not the list next to it contains it. */
export function useTransaction(
  id: string | null,
  list: Transaction[] | undefined,
): FoundTransaction {
  const loaded = useKnownTransactions()?.find((each) => each.id === id)
  const inList = list?.some((each) => each.id === id)
  const single = useQuery({
    queryKey: [...TRANSACTIONS_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const query = { transaction_id: id ?? undefined }
      const fresh = await call('GET /transactions', { query, signal })
      keepTransactions(fresh)
      return fresh.length > 0
    },
    // A transaction in the list is loaded with the list.
    enabled: id !== null && list !== undefined && !inList,
    refetchInterval: usePollInterval(),
    retry: false,
  })
  const transaction = inList ? loaded : single.data === false ? null : loaded
  return {
    transaction,
    error: transaction === undefined ? single.error : null,
    retry: () => void single.refetch(),
  }
}

const olderKey = (id: string) => [...TRANSACTIONS_KEY, 'older', id]

/** Loads older messages of one transaction. */
export function useOlderMessages({ id, messages }: Pick<Transaction, 'id' | 'messages'>) {
  const oldest = messages[0]
  // The id of the conversation's first message. Messages may be dropped and loaded again, so this keeps the id
  // and not just that the beginning was reached.
  const [beginning, setBeginning] = useState<string | null>(null)
  const { mutate, isPending, isError } = useMutation({
    mutationKey: olderKey(id),
    mutationFn: (before: string | undefined) =>
      call('GET /transactions', { query: { transaction_id: id, before } }),
    onSuccess: (older) => {
      keepTransactions(older)
      const page = older[0]?.messages ?? []
      if (page.length < MESSAGES_PER_TRANSACTION) setBeginning((page[0] ?? oldest)?.id ?? null)
    },
  })
  const exhausted =
    messages.length < MESSAGES_PER_TRANSACTION || (oldest !== undefined && oldest.id === beginning)
  const before = oldest?.created_at
  /**
   * Does nothing while older messages load, even before `isLoading` says so, and even if a view of the
   * conversation that is gone by now requested them. A new function for each oldest message.
   */
  const load = useCallback(() => {
    if (queryClient.isMutating({ mutationKey: olderKey(id) }) === 0) mutate(before)
  }, [id, before, mutate])
  return { load, isLoading: isPending, isError, exhausted }
}

/** Adds a message of the user that the server has stored. */
export function addOwnMessage(transactionId: string, message: Message, userId: string): void {
  queryClient.setQueryData<Transaction[]>(
    TRANSACTIONS_KEY,
    (loaded) => (loaded && withMessage(loaded, transactionId, message, userId)) ?? loaded,
  )
}

const refreshing = new Map<string, 'asked' | 'again'>()

/**
 * Reloads one transaction and leaves the others unchanged. If a reload is already running, the transaction is
 * loaded once more after it. If loading fails, nothing changes.
 */
export async function refreshTransaction(id: string): Promise<void> {
  if (refreshing.has(id)) {
    refreshing.set(id, 'again')
    return
  }
  do {
    refreshing.set(id, 'asked')
    const answer = call('GET /transactions', { query: { transaction_id: id } })
    const fresh = await answer.catch(() => null)
    if (fresh?.length === 0) forgetTransaction(id)
    else if (fresh) keepTransactions(fresh)
  } while (refreshing.get(id) === 'again')
  refreshing.delete(id)
}

/** Removes a transaction that the user can no longer see. */
function forgetTransaction(id: string): void {
  queryClient.setQueryData<Transaction[]>(TRANSACTIONS_KEY, (loaded) =>
    loaded?.filter((transaction) => transaction.id !== id),
  )
}

/** Archives or mutes a transaction for the user; shows the change immediately. */
function useView<K extends 'archived' | 'muted'>(
  field: K,
  save: (transactionId: string, value: boolean) => Promise<unknown>,
) {
  const show = (id: string, value: boolean) =>
    queryClient.setQueryData<Transaction[]>(TRANSACTIONS_KEY, (loaded) =>
      loaded?.map((transaction) =>
        transaction.id === id ? { ...transaction, [field]: value } : transaction,
      ),
    )
  return useMutation({
    mutationFn: ({ id, value }: { id: string; value: boolean }) => save(id, value),
    onMutate: ({ id, value }) => void show(id, value),
    // A response that was under way may have restored the earlier value.
    onSuccess: (_nothing, { id, value }) => {
      show(id, value)
      queryClient.invalidateQueries({ queryKey: WAITING_COUNT_KEY })
    },
    onError: (_error, { id, value }) => void show(id, !value),
  })
}

export const useArchive = () =>
  useView('archived', (transaction_id, archived) =>
    call('POST /transactions/archive', { body: { transaction_id, archived } }),
  )

export const useMute = () =>
  useView('muted', (transaction_id, muted) =>
    call('POST /transactions/mute', { body: { transaction_id, muted } }),
  )

/** @param ownId the id of the user's side in the transactions to mark */
export function useMarkSeen(ownId: string) {
  return useMutation({
    mutationFn: (transactionId: string) =>
      call('POST /transactions/markMessagesSeen', { body: { transaction_id: transactionId } }),
    onSuccess: (_nothing, transactionId) => {
      queryClient.setQueryData<Transaction[]>(TRANSACTIONS_KEY, (loaded) =>
        loaded ? withSeen(loaded, transactionId, ownId, ownId) : loaded,
      )
      queryClient.invalidateQueries({ queryKey: NEW_TRANSACTIONS_KEY })
    },
  })
}

/** Tells the server that the user has a conversation open. If that fails, the user only gets an extra mail. */
export function noteView(transactionId: string): void {
  const body = { transaction_id: transactionId }
  call('POST /transactions/markMessagesSeen', { body }).catch(() => undefined)
}
