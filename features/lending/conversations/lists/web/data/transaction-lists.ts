import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { TRANSACTIONS_PER_PAGE } from '#features/lending/conversations/transactions/transaction-limits.ts'
import {
  SEARCHES_KEY,
  TRANSACTIONS_KEY,
  useKnownTransactions,
  WAITING_COUNT_KEY,
} from '#features/lending/conversations/transactions/web/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { usePollInterval } from '#platform/web/data/live-status.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import {
  type Extent,
  extentAfter,
  type InboxFilter,
  isInView,
  loadedAfter,
  queryOf,
  transactionsInList,
} from './known-lists.ts'

const keyOf = ({ view, search }: InboxFilter) =>
  search === ''
    ? ([...TRANSACTIONS_KEY, 'list', view] as const)
    : ([...SEARCHES_KEY, view, search] as const)

const loadedTransactions = () => queryClient.getQueryData<Transaction[]>(TRANSACTIONS_KEY)

/**
 * Loads a part of a list and merges it into the loaded transactions.
 * @returns how much of the list is loaded then
 */
async function askForList(
  filter: InboxFilter,
  userId: string,
  before?: string,
  signal?: AbortSignal,
): Promise<Extent> {
  const loadedAtCall = loadedTransactions()
  // A millisecond later: several may have changed in the same instant, and the last page may hold only some of
  // them.
  const instant = before && new Date(Date.parse(before) + 1).toISOString()
  const query = { ...queryOf(filter), before: instant }
  const fresh = await call('GET /transactions', { query, signal })
  const answer = { fresh, full: fresh.length >= TRANSACTIONS_PER_PAGE, before: instant }
  const extent = queryClient.getQueryData<Extent>(keyOf(filter))
  const next = extentAfter(extent, loadedTransactions(), answer, filter)
  queryClient.setQueryData(
    TRANSACTIONS_KEY,
    loadedAfter(loadedTransactions(), loadedAtCall, answer, filter, userId),
  )
  return next
}

/**
 * One list of the inbox, latest activity first; undefined until the server has answered. While the response for
 * another filter loads, `stale` says that the list is not yet narrowed by it.
 */
export function useTransactionList(filter: InboxFilter, userId: string) {
  const transactions = useKnownTransactions()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: keyOf(filter),
    queryFn: ({ signal }) => askForList(filter, userId, undefined, signal),
    refetchInterval: usePollInterval(),
    // An unchanged extent stays the same object, and with it the list.
    structuralSharing: true,
    placeholderData: filter.search === '' ? undefined : keepPreviousData,
  })
  const { view, search } = filter
  const list = useMemo(
    () => transactions && data && transactionsInList(transactions, data, { view, search }, userId),
    [transactions, data, view, search, userId],
  )
  const older = useMutation({
    mutationFn: () => askForList(filter, userId, data?.until ?? undefined),
    onSuccess: (extent) => queryClient.setQueryData(keyOf(filter), extent),
  })
  const load = older.mutate
  return {
    transactions: list,
    stale: isPlaceholderData,
    error,
    refetch,
    older: {
      load: useCallback(() => load(), [load]),
      loading: older.isPending,
      failed: older.isError,
      exhausted: !data || data.until === null,
    },
  }
}

/**
 * In how many conversations the reader has the next step; 0 until loaded. Reloads when that changes in a loaded
 * one.
 */
export function useWaitingCount(userId: string): number {
  const transactions = useKnownTransactions()
  const loadedCount = useMemo(
    () => transactions?.filter((each) => isInView(each, 'waiting', userId)).length,
    [transactions, userId],
  )
  const { data } = useQuery({
    queryKey: [...WAITING_COUNT_KEY, loadedCount],
    enabled: loadedCount !== undefined,
    staleTime: 0,
    refetchInterval: usePollInterval(),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('GET /transactions/getNumberOfWaitingTransactions', { signal }),
  })
  return data?.count ?? 0
}
