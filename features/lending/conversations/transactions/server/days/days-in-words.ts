import { dateFormatIn } from '#platform/shared/formats.ts'
import type { Language } from '#platform/shared/languages.ts'

/** A calendar day, such as `2026-11-21`, as people say it: "Saturday, 21 November". */
export function dayInWords(day: string, lang: Language): string {
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return dateFormatIn(lang, format).format(new Date(day))
}

/**
 * An instant where the community lives: "Saturday, 21 November, 10:00 CET". A mail is read anywhere, and nobody knows
 * which zone the device there has.
 */
export function timeInWords(at: Date, lang: Language, timeZone: string): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const
  const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone } as const
  return `${dateFormatIn(lang, day).format(at)}, ${dateFormatIn(lang, clock).format(at)}`
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
