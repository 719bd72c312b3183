import { useQuery } from '@tanstack/react-query'
import type { Language } from '#platform/shared/languages.ts'
import { call } from '#platform/web/data/api-client.ts'
import type { OrderedProduct } from '../../contract.ts'

/** What can be ordered; it changes rarely. */
export function useProducts() {
  return useQuery({
    queryKey: ['products'],
    queryFn: ({ signal }) => call('GET /product', { signal }),
    staleTime: 5 * 60_000,
  })
}

/** As the app names it; `name` is German. */
export function productName(product: OrderedProduct, language: Language): string {
  return { de: product.name, en: product.name_en, fr: product.name_fr }[language]
}
