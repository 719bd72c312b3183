import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { Answer, BodyInput, QueryInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import { inBase64 } from '#platform/web/data/file-in-base64.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { adminItemsApi } from '../../../contract.admin.ts'
import { itemCategorySchema } from '../../../contract.ts'
import type { ItemCategory } from '../../../item-categories.ts'
import { reloadItems } from '../../data/items.ts'

type Api = typeof adminItemsApi
type AdminItem = Answer<Api['byId']>

const KEY = ['admin', 'items']

/** A sticker as typed into the form: one synonym per line, names may be missing. */
export const itemDraftSchema = z.object({
  name_de: z.string(),
  name_en: z.string(),
  name_fr: z.string(),
  name_it: z.string(),
  synonyms: z.string(),
  category: itemCategorySchema,
  sticker: z.boolean(),
  /** A path is a new picture; null is the drawn one; undefined keeps the current one. */
  artwork: z.string().nullable().optional(),
})
export type ItemDraft = z.infer<typeof itemDraftSchema>

/** One page of all items. */
export function useAdminItems(query: QueryInput<Api['list']>) {
  return useQuery({
    queryKey: [...KEY, 'list', query],
    queryFn: ({ signal }) => call('GET /admin/items', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** One item; null disables the query. */
export function useAdminItem(id: number | null) {
  const loggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => call('GET /admin/items/byId', { query: { id: String(id) }, signal }),
    enabled: loggedIn && id !== null,
  })
}

/** What merging would move; loaded once a target is chosen. */
export function useMergePreview(id: number, into: number | null) {
  return useQuery({
    queryKey: [...KEY, 'merge', id, into],
    queryFn: ({ signal }) =>
      call('GET /admin/items/mergePreview', {
        query: { id: String(id), into: String(into) },
        signal,
      }),
    enabled: into !== null,
    staleTime: 0,
  })
}

/** Every change reloads the items, in the back office and where stickers are chosen. */
const forget = () => Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), reloadItems()])

/** Runs a change and reloads the item, even if the change was rejected. */
function useChange<Body>(send: (body: Body) => Promise<AdminItem>) {
  return useMutation({ mutationFn: send, onSettled: forget })
}

export const useCreateItem = () =>
  useChange((body: BodyInput<Api['create']>) => call('POST /admin/items/create', { body }))
export const useUpdateItem = () =>
  useChange((body: BodyInput<Api['update']>) => call('POST /admin/items/update', { body }))
export const useMoveItem = () =>
  useChange((body: BodyInput<Api['move']>) => call('POST /admin/items/move', { body }))
/** Does not wait for the reload: the merged item has no dialog any more that could say so. */
export const useMergeItems = () =>
  useMutation({
    mutationFn: (body: BodyInput<Api['merge']>) => call('POST /admin/items/merge', { body }),
    onSettled: () => void forget(),
  })
export const useSetItemActive = () =>
  useChange(({ active, ...body }: { id: number; version: number; active: boolean }) =>
    active
      ? call('POST /admin/items/activate', { body })
      : call('POST /admin/items/deactivate', { body }),
  )

/** Makes a sticker from a picture. It is stored permanently once an item is saved with it. */
export function useUploadArtwork() {
  return useMutation({
    mutationFn: async ({ file, category }: { file: File; category: ItemCategory }) =>
      call('POST /admin/items/artwork', { body: { file: await inBase64(file), category } }),
  })
}
