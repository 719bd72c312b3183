import type { ImpactTotal } from '@letterlend/contract/impact.ts'
import { FEWEST_TOLD } from '@letterlend/contract/impact-limits.ts'
import { currentLanguage, translate } from '../../start/texts.ts'

/** Months and numbers as they are written in Switzerland; in English as in Great Britain. */
const localeOf = () => {
  const language = currentLanguage()
  return language === 'en' ? 'en-GB' : `${language}-CH`
}

export const countInWords = (count: number) => new Intl.NumberFormat(localeOf()).format(count)

/** A count, or that it is too low to be told. */
export const hiddenCountInWords = (count: number | null) =>
  count === null ? translate('impact:fewer', { fewest: FEWEST_TOLD }) : countInWords(count)

export function totalInWords({ count, at_least }: ImpactTotal): string {
  if (count === null || !at_least) return hiddenCountInWords(count)
  return translate('impact:atLeast', { count: countInWords(count) })
}

const month = (text: string, style: 'long' | 'short', year: 'numeric' | '2-digit') =>
  new Intl.DateTimeFormat(localeOf(), { month: style, year, timeZone: 'UTC' }).format(
    Date.parse(text),
  )

/** `2026-11`: "November 2026" */
export const monthInWords = (text: string) => month(text, 'long', 'numeric')

/** `2026-11`: "Nov 26", below a bar. */
export const shortMonth = (text: string) => month(text, 'short', '2-digit')
