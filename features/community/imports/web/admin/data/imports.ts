import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { Language } from '#platform/shared/languages.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { IMPORT_PART_BYTES, type LetterboxImport } from '../../../contract.admin.ts'
import type { Column } from '../../../import-columns.ts'
import type { ProblemKind } from '../../../import-problems.ts'

const IMPORTS_KEY = ['admin', 'imports'] as const
const importKey = (id: string) => [...IMPORTS_KEY, 'byId', id] as const
const POLL_MS = 1_000

const isUnderWay = (status: LetterboxImport['status'] | undefined) =>
  status === 'checking' || status === 'writing'

/** All imports, newest first. */
export function useImports({ page, size }: { page: number; size: number }) {
  return useQuery({
    queryKey: [...IMPORTS_KEY, 'list', page, size],
    queryFn: ({ signal }) =>
      call('GET /admin/imports', { query: { page: `${page}`, size: `${size}` }, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** One import, refetched every second while the server works on it. */
export function useImport(id: string) {
  return useQuery({
    queryKey: importKey(id),
    queryFn: ({ signal }) => call('GET /admin/imports/byId', { query: { id }, signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? POLL_MS : false),
    enabled: useWhileLoggedIn(),
  })
}

function keep(current: LetterboxImport): LetterboxImport {
  queryClient.setQueryData(importKey(current.id), current)
  queryClient.invalidateQueries({ queryKey: [...IMPORTS_KEY, 'list'] })
  return current
}

/** The file in base64, read as a `data:` URL: the browser encodes a file of any size without blocking the page. */
function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

interface SentFile {
  file: File
  lang: Language
  /** Called after each part with the share that has arrived, from 0 to 1. */
  onProgress: (share: number) => void
}

/** Attempts for a part that the network lost. */
const TRIES = 4

/** Retries a part after a network error. A part that arrives twice changes nothing. */
async function insist<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === 'network'
      if (!isLost || tries === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, tries * 2_000))
    }
  }
}

/** Sends a file part by part, so that it also arrives over a slow line. */
async function sendFile({ file, lang, onProgress }: SentFile): Promise<LetterboxImport> {
  const partFrom = (offset: number) => readBase64(file.slice(offset, offset + IMPORT_PART_BYTES))
  onProgress(0)
  const body = {
    file_name: file.name.slice(-200),
    content: await partFrom(0),
    lang,
    is_part: file.size > IMPORT_PART_BYTES,
  }
  let current = await call('POST /admin/imports/check', { body })
  const { id } = current
  for (let offset = IMPORT_PART_BYTES; offset < file.size; offset += IMPORT_PART_BYTES) {
    onProgress(offset / file.size)
    const is_last = offset + IMPORT_PART_BYTES >= file.size
    const part = { id, offset, content: await partFrom(offset), is_last }
    current = await insist(() => call('POST /admin/imports/append', { body: part }))
  }
  return keep(current)
}

export function useCheckImport() {
  return useMutation({ mutationFn: sendFile })
}

interface ProblemsAsked {
  id: string
  kind: ProblemKind
  /** Version of the import, since another version has other rows. */
  version: number
  search: string
  /** Empty: any problem. */
  code: string
  page: number
  size: number
}

/** One page of the rows that are skipped or imported with a difference from the file. */
export function useProblemRows({ version, ...asked }: ProblemsAsked) {
  const { id, kind, search, code, page, size } = asked
  return useQuery({
    queryKey: [...IMPORTS_KEY, 'problems', version, asked],
    queryFn: ({ signal }) =>
      call('GET /admin/imports/problems', {
        query: {
          id,
          kind,
          search,
          page: `${page}`,
          size: `${size}`,
          ...(code !== '' && { code }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** The skipped rows as a file in which they can be corrected. */
export function useRejects() {
  return useMutation({
    mutationFn: (id: string) => call('GET /admin/imports/rejects', { query: { id } }),
  })
}

type Read = Pick<LetterboxImport, 'id' | 'version'>

/** Reloads the import if another administrator has changed it first. */
const reload = (_error: unknown, { id }: Read) => {
  queryClient.invalidateQueries({ queryKey: importKey(id) })
}

export function useRunImport() {
  return useMutation({
    /**
     * @param left_out line numbers to skip
     * @param mail_owners whether to mail the owners about it
     */
    mutationFn: async ({
      id,
      version,
      ...choices
    }: Read & { left_out: number[]; mail_owners: boolean }) =>
      keep(await call('POST /admin/imports/run', { body: { id, version, ...choices } })),
    onError: reload,
  })
}

/** Mails the owners of imported letterboxes. */
export function useMailOwners() {
  return useMutation({
    mutationFn: async ({ id, version }: Read) =>
      keep(await call('POST /admin/imports/mailOwners', { body: { id, version } })),
    onError: reload,
  })
}

export interface ImportChoices {
  columns?: Record<string, Column | null>
  items?: Record<string, number | null>
}

/** Maps columns and unknown names; the server checks the file again. */
export function useChooseImport() {
  return useMutation({
    mutationFn: async ({ id, version, columns, items }: Read & ImportChoices) =>
      keep(await call('POST /admin/imports/choose', { body: { id, version, columns, items } })),
    onError: reload,
  })
}

export function useUndoImport() {
  return useMutation({
    mutationFn: async ({ id, version }: Read) =>
      keep(await call('POST /admin/imports/undo', { body: { id, version } })),
    onError: reload,
  })
}

export function useDiscardImport() {
  return useMutation({
    mutationFn: async ({ id, version }: Read) => {
      await call('POST /admin/imports/discard', { body: { id, version } })
      queryClient.invalidateQueries({ queryKey: [...IMPORTS_KEY, 'list'] })
    },
    onError: reload,
  })
}
