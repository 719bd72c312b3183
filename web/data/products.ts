import type { Language } from '@letterlend/contract/languages.ts'
import type { OrderedProduct } from '@letterlend/contract/products.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from './api-client.ts'

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
