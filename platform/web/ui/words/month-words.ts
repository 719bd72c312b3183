import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { formatNumber } from '../../start/numbers.ts'
import { currentLanguage } from '../../start/texts.ts'

export const countInWords = (count: number) => formatNumber(count, currentLanguage())

/** 0.79: "79 %" */
export const shareInWords = (share: number) =>
  formatNumber(share, currentLanguage(), { style: 'percent' })

const month = (text: string, style: 'long' | 'short', year: 'numeric' | '2-digit') =>
  dateFormat({
    month: style,
    year,
    timeZone: 'UTC',
  }).format(Date.parse(text))

/** `2026-11`: "November 2026" */
export const monthInWords = (text: string) => month(text, 'long', 'numeric')

/** `2026-11`: "Nov 26", below a bar. */
export const shortMonth = (text: string) => month(text, 'short', '2-digit')
