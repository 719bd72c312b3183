import { type Language, type StoredLanguage, storedLanguage } from '#platform/shared/languages.ts'

/** Product names in the database; `name` is German. */
interface ProductNames {
  name: string
  name_en: string
  name_fr: string
}

/** The seller's name for a product in a language. */
export function productName(product: ProductNames, language: Language): string {
  const names: Record<StoredLanguage, string> = {
    de: product.name,
    en: product.name_en,
    fr: product.name_fr,
  }
  return names[storedLanguage(language)]
}
