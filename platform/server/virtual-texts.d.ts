declare module 'virtual:texts/server' {
  import type { ByLanguage } from '#platform/shared/languages.ts'

  /** Of each noun what the server says: mails, papers and the rest. */
  const texts: ByLanguage<Record<string, object>>
  export default texts
}
