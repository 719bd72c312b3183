import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { forgetOrderLists } from '#features/shop/orders/web/data/door.ts'
import type { Answer, BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { readXml } from '#platform/web/data/xml-file.ts'
import type { bankStatementsApi } from '../../../contract.admin.ts'
import { type OtherFile, otherFileOf } from './file-kinds.ts'

const UNMATCHED_KEY = ['admin', 'unmatched-payments'] as const

/**
 * The account of a rejected statement and the community's own accounts; null if the statement was rejected for
 * another reason.
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

/** Polling interval for a long statement. */
const ASK_EVERY_MS = 1_000

/** The result for one of several chosen files. */
export interface ImportedFile {
  name: string
  result: Imported | null
  /** The kind of file if it is not a statement. */
  other: OtherFile | null
  error: unknown
}

/** Polls until all payments of a statement are processed. */
async function followImport(begun: Imported, onProgress: (imported: Imported) => void) {
  let imported = begun
  while (!imported.is_done) {
    onProgress(imported)
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
    const query = { id: begun.id }
    imported = await call('GET /admin/bankStatements/imported', { query })
  }
  return imported
}

async function importFile(
  file: File,
  onProgress: (imported: Imported) => void,
): Promise<ImportedFile> {
  const nothing = { name: file.name, result: null, other: null, error: null }
  try {
    const other = otherFileOf(new Uint8Array(await file.arrayBuffer()))
    if (other) return { ...nothing, other }
    const body = { xml: await readXml(file) }
    const begun = await call('POST /admin/bankStatements/import', { body })
    return { ...nothing, result: await followImport(begun, onProgress) }
  } catch (error) {
    return { ...nothing, error }
  }
}

/**
 * Reads statements one after the other and matches them with orders. A failing file does not stop the others.
 * `progress` describes a long statement; its job continues even if the user leaves the page.
 */
export function useImportStatements() {
  const [progress, setProgress] = useState<Pick<Imported, 'done' | 'total'> | null>(null)
  const imports = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const imported: ImportedFile[] = []
      for (const file of files) imported.push(await importFile(file, setProgress))
      return imported
    },
    onSettled: () => {
      setProgress(null)
      return forget()
    },
  })
  return { imports, progress }
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

/** Records that an order did not need this payment and that it was given back. */
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
