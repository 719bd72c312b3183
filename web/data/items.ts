import type { Item } from '@letterlend/contract/items.ts'
import type { Language } from '@letterlend/contract/languages.ts'

import { useQuery } from '@tanstack/react-query'
import { call } from './api-client.ts'

/** All items that have a sticker; they change rarely. */
export function useItems() {
  return useQuery({
    queryKey: ['items'],
    queryFn: ({ signal }) => call('GET /items', { signal }),
    staleTime: 5 * 60_000,
  })
}

/** As the app names it: `name` is in the language of an account's settings. Empty until it is known. */
export function itemName(
  item: Pick<Item, `name_${Language}`> | undefined,
  language: Language,
): string {
  return item?.[`name_${language}`] ?? ''
}
