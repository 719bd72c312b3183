import { sectionsOf } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'

/** Whoever shows neither a name nor an address, within a sentence; the web app says the same. */
const somebodyIn = (lang: Language) => sectionsOf('transactions', lang).mails.somebody

/** @param name null for whoever shows none */
export const nameOrSomebody = (name: string | null, lang: Language): string =>
  name ?? somebodyIn(lang)

/** A line that begins with what stands for a name begins with a capital. */
export function asLine(line: string, lang: Language): string {
  const somebody = somebodyIn(lang)
  return line.startsWith(somebody) ? line.charAt(0).toUpperCase() + line.slice(1) : line
}
