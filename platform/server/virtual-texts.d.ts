declare module 'virtual:texts/server' {
  import type { ByLanguage } from '#platform/shared/languages.ts'

  /** The server texts of each feature: mails, papers and the rest. */
  const texts: ByLanguage<Record<string, object>>
  export default texts
}
