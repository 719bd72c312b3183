import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/accounts/web/data/door.ts'
import type { Language } from '#platform/shared/languages.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { LetterboxImport } from '../../contract.ts'

const IMPORTS_KEY = ['admin', 'imports'] as const
const importKey = (id: string) => [...IMPORTS_KEY, 'byId', id] as const
const POLL_MS = 1_000

const isUnderWay = (status: LetterboxImport['status'] | undefined) =>
  status === 'checking' || status === 'writing'

/** All imports, the newest file first. */
export function useImports({ page, size }: { page: number; size: number }) {
  return useQuery({
    queryKey: [...IMPORTS_KEY, 'list', page, size],
    queryFn: ({ signal }) =>
      call('GET /admin/imports', { query: { page: `${page}`, size: `${size}` }, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** One import, loaded again every second as long as the server works on it. */
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

/**
 * The file in base64, read as a `data:` URL: the browser makes one of a file of any size without blocking
 * the page.
 */
function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

export function useCheckImport() {
  return useMutation({
    mutationFn: async ({ file, lang }: { file: File; lang: Language }) => {
      const content = await readBase64(file)
      const body = { file_name: file.name.slice(-200), content, lang }
      return keep(await call('POST /admin/imports/check', { body }))
    },
  })
}

type Read = Pick<LetterboxImport, 'id' | 'version'>

/** Loads the import again where somebody else has changed it first. */
const reload = (_error: unknown, { id }: Read) => {
  queryClient.invalidateQueries({ queryKey: importKey(id) })
}

export function useRunImport() {
  return useMutation({
    mutationFn: async ({ id, version }: Read) =>
      keep(await call('POST /admin/imports/run', { body: { id, version } })),
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
