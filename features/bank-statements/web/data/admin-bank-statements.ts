import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/accounts/web/data/door.ts'
import { forgetOrderLists } from '#features/orders/web/data/door.ts'
import type { QueryInput } from '#platform/shared/endpoint.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { readXml } from '#platform/web/data/xml-file.ts'
import type { bankStatementsApi } from '../../contract.ts'

const UNMATCHED_KEY = ['admin', 'unmatched-payments'] as const

/**
 * The account that a refused statement is about, and the community's own accounts; null where the statement
 * was refused for another reason.
 */
export function otherAccountOf(error: unknown): { iban: string; own: string[] } | null {
  const isOther = error instanceof ApiError && error.code === 'other_bank_account'
  return isOther ? (error.current as { iban: string; own: string[] }) : null
}

const forget = () => {
  forgetOrderLists()
  return queryClient.invalidateQueries({ queryKey: UNMATCHED_KEY })
}

/** One page of the payments that could not be matched with an order. */
export function useUnmatched(query: QueryInput<typeof bankStatementsApi.unmatched>) {
  return useQuery({
    queryKey: [...UNMATCHED_KEY, query],
    queryFn: ({ signal }) => call('GET /admin/bankStatements/unmatched', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** Reads a statement and matches it with the orders. */
export function useImportStatement() {
  return useMutation({
    mutationFn: async (file: File) =>
      call('POST /admin/bankStatements/import', { body: { xml: await readXml(file) } }),
    onSettled: forget,
  })
}

interface Read {
  id: string
  version: number
}

export function useAssignPayment() {
  return useMutation({
    mutationFn: (body: Read & { refno: string }) =>
      call('POST /admin/bankStatements/assign', { body }),
    onSettled: forget,
  })
}

export function useSetPaymentAside() {
  return useMutation({
    mutationFn: (body: Read & { note: string }) =>
      call('POST /admin/bankStatements/setAside', { body }),
    onSettled: forget,
  })
}

export function useReopenPayment() {
  return useMutation({
    mutationFn: (body: Read) => call('POST /admin/bankStatements/reopen', { body }),
    onSettled: forget,
  })
}
