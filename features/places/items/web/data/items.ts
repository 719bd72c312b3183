import { queryOptions, useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { type Language, type StoredLanguage, storedLanguage } from '#platform/shared/languages.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Item } from '../../contract.ts'

/** How long a change to an item may stay unnoticed; equals the browser's cache time for the answer. */
const FRESH_MS = MINUTE_MS

const itemsQuery = (cache: RequestCache) =>
  queryOptions({
    queryKey: ['items'],
    queryFn: ({ signal }) => call('GET /items', { signal, cache }),
    staleTime: FRESH_MS,
  })

/** All items that can be chosen, and those that a letterbox still has. */
export function useItems() {
  return useQuery(itemsQuery('default'))
}

/** Prefetches the items for a screen that is about to render. */
export const fetchItems = () => queryClient.prefetchQuery(itemsQuery('default'))

/** Reloads the items past the browser's cache, so that a change shows at once where stickers are chosen. */
export async function reloadItems(): Promise<void> {
  const query = itemsQuery('reload')
  await queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
  await queryClient.prefetchQuery({ ...query, staleTime: 0 })
}

/**
 * An item's name in the language of the page; `name` is in the language of the account. Empty until the items are
 * loaded.
 */
export function itemName(
  item: Pick<Item, `name_${StoredLanguage}`> | undefined,
  language: Language,
): string {
  return item?.[`name_${storedLanguage(language)}`] ?? ''
}
