import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/accounts/web/data/door.ts'
import { forgetOrderLists } from '#features/orders/web/data/door.ts'
import type { Answer, BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { readXml } from '#platform/web/data/xml-file.ts'
import type { bankStatementsApi } from '../../contract.ts'
import { type OtherFile, otherFileOf } from './file-kinds.ts'

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

type Imported = Answer<typeof bankStatementsApi.import>

/** What became of one of the files that were chosen together. */
export interface ImportedFile {
  name: string
  result: Imported | null
  /** What the file is instead of a statement. */
  other: OtherFile | null
  error: unknown
}

async function importFile(file: File): Promise<ImportedFile> {
  const nothing = { name: file.name, result: null, other: null, error: null }
  try {
    const other = otherFileOf(new Uint8Array(await file.arrayBuffer()))
    if (other) return { ...nothing, other }
    const body = { xml: await readXml(file) }
    return { ...nothing, result: await call('POST /admin/bankStatements/import', { body }) }
  } catch (error) {
    return { ...nothing, error }
  }
}

/** Reads statements, one after the other, and matches them with the orders. One that fails stops none of the others. */
export function useImportStatements() {
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      const imported: ImportedFile[] = []
      for (const file of files) imported.push(await importFile(file))
      return imported
    },
    onSettled: forget,
  })
}

interface Read {
  id: string
  version: number
}

export function useAssignPayment() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof bankStatementsApi.assign>) =>
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

/** Records that money which an order did not need came and went back. */
export function useGivePaymentBack() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof bankStatementsApi.giveBack>) =>
      call('POST /admin/bankStatements/giveBack', { body }),
    onSettled: forget,
  })
}

export function useSetManyAside() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof bankStatementsApi.setManyAside>) =>
      call('POST /admin/bankStatements/setManyAside', { body }),
    onSettled: forget,
  })
}

export function useReopenPayment() {
  return useMutation({
    mutationFn: (body: Read) => call('POST /admin/bankStatements/reopen', { body }),
    onSettled: forget,
  })
}
