import { dateFormatIn } from '#platform/shared/formats.ts'
import type { Language } from '#platform/shared/languages.ts'

/** A calendar day, such as `2026-11-21`, as people say it: "Saturday, 21 November". */
export function dayInWords(day: string, lang: Language): string {
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return dateFormatIn(lang, format).format(new Date(day))
}

/**
 * An instant in the community's time zone: "Saturday, 21 November, 10:00 CET". The recipient may read the mail in
 * any time zone, so the mail names it.
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

/** The wanted days in words; null if the borrower named none. */
export function wantedInWords({ wanted_from, wanted_until }: Wanted, lang: Language) {
  if (!wanted_from) return null
  const from = dayInWords(wanted_from, lang)
  return wanted_until && wanted_until !== wanted_from
    ? `${from} – ${dayInWords(wanted_until, lang)}`
    : from
}
