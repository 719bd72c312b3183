declare module 'virtual:texts' {
  import type { Language } from '#platform/shared/languages.ts'

  /** Two lazily loaded files per language: the sections of the start screen, and an index of the others. */
  const languages: Record<
    Language,
    {
      start: () => Promise<{ default: Record<string, object> }>
      /** `de/orders` -> its texts. */
      later: () => Promise<{ default: Record<string, () => Promise<object>> }>
    }
  >
  export default languages
  export const startSections: readonly string[]
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
