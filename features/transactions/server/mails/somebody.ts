import type { Language } from '#platform/shared/languages.ts'

/** Whoever shows neither a name nor an address, within a sentence; the web app says the same. */
const SOMEBODY: Record<Language, string> = {
  de: 'jemand aus der Nachbarschaft',
  en: 'a neighbour',
  fr: 'quelqu’un du voisinage',
}

/** @param name null for whoever shows none */
export const nameOrSomebody = (name: string | null, lang: Language): string =>
  name ?? SOMEBODY[lang]

/** A line that begins with what stands for a name begins with a capital. */
export function asLine(line: string, lang: Language): string {
  const somebody = SOMEBODY[lang]
  return line.startsWith(somebody) ? line.charAt(0).toUpperCase() + line.slice(1) : line
}
