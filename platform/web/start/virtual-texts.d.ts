declare module 'virtual:texts' {
  import type { Language } from '#platform/shared/languages.ts'

  /** One lazily loaded file a language: the start screen's sections, and where the others are. */
  const languages: Record<
    Language,
    () => Promise<{ texts: Record<string, object>; later: Record<string, () => Promise<object>> }>
  >
  export default languages
}

declare module 'virtual:texts/back-office' {
  /** `de/admin-orders` -> its texts. */
  const files: Record<string, () => Promise<object>>
  export default files
}

declare module 'virtual:texts/screens' {
  import type { Language } from '#platform/shared/languages.ts'

  /** All sections of all screens. */
  const texts: Record<Language, Record<string, object>>
  export default texts
}
