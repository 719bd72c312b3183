import { sectionsOf } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'

/** Stands for a person who shows neither name nor address, within a sentence; the web app uses the same word. */
const somebodyIn = (lang: Language) => sectionsOf('transactions', lang).mails.somebody

/** @param name null if the person shows none */
export const nameOrSomebody = (name: string | null, lang: Language): string =>
  name ?? somebodyIn(lang)

/** Capitalizes a line that begins with the placeholder for a name. */
export function asLine(line: string, lang: Language): string {
  const somebody = somebodyIn(lang)
  return line.startsWith(somebody) ? line.charAt(0).toUpperCase() + line.slice(1) : line
}
