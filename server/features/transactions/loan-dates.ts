import type { Language } from '@letterlend/contract/languages.ts'

const LOCALES = { de: 'de-CH', en: 'en-GB', fr: 'fr-CH' } as const

/** A calendar day, such as `2026-11-21`, as people say it: "Saturday, 21 November". */
export function dayInWords(day: string, lang: Language): string {
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(LOCALES[lang], format).format(new Date(day))
}

/** An instant where the community lives: "Saturday, 21 November, 10:00". */
export function timeInWords(at: Date, lang: Language, timeZone: string): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const
  const clock = { hour: '2-digit', minute: '2-digit', timeZone } as const
  const locale = LOCALES[lang]
  return `${new Intl.DateTimeFormat(locale, day).format(at)}, ${new Intl.DateTimeFormat(locale, clock).format(at)}`
}

interface Wanted {
  wanted_from: string | null
  wanted_until: string | null
}

/** From when to when it is wanted; null where nobody said. */
export function wantedInWords({ wanted_from, wanted_until }: Wanted, lang: Language) {
  if (!wanted_from) return null
  const from = dayInWords(wanted_from, lang)
  return wanted_until && wanted_until !== wanted_from
    ? `${from} – ${dayInWords(wanted_until, lang)}`
    : from
}
