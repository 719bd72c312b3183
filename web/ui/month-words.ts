import { currentLanguage } from '../start/texts.ts'

/** Months and numbers as they are written in Switzerland; in English as in Great Britain. */
const localeOf = () => {
  const language = currentLanguage()
  return language === 'en' ? 'en-GB' : `${language}-CH`
}

export const countInWords = (count: number) => new Intl.NumberFormat(localeOf()).format(count)

/** 0.79: "79 %" */
export const shareInWords = (share: number) =>
  new Intl.NumberFormat(localeOf(), { style: 'percent' }).format(share)

const month = (text: string, style: 'long' | 'short', year: 'numeric' | '2-digit') =>
  new Intl.DateTimeFormat(localeOf(), { month: style, year, timeZone: 'UTC' }).format(
    Date.parse(text),
  )

/** `2026-11`: "November 2026" */
export const monthInWords = (text: string) => month(text, 'long', 'numeric')

/** `2026-11`: "Nov 26", below a bar. */
export const shortMonth = (text: string) => month(text, 'short', '2-digit')
