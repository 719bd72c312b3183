import { useQuery } from '@tanstack/react-query'
import { type Language, type StoredLanguage, storedLanguage } from '#platform/shared/languages.ts'
import { call } from '#platform/web/data/api-client.ts'
import type { Item } from '../../contract.ts'

/** How long a change of an item may go unseen: as long as the answer is kept by the browser. */
const FRESH_MS = 60_000

/** All items that can be chosen, and those that some letterbox still has. */
export function useItems() {
  return useQuery({
    queryKey: ['items'],
    queryFn: ({ signal }) => call('GET /items', { signal }),
    staleTime: FRESH_MS,
  })
}

/** As the app names it: `name` is in the language of an account's settings. Empty until it is known. */
export function itemName(
  item: Pick<Item, `name_${StoredLanguage}`> | undefined,
  language: Language,
): string {
  return item?.[`name_${storedLanguage(language)}`] ?? ''
}
