import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { formatNumber } from '../../start/numbers.ts'
import { currentLanguage } from '../../start/texts.ts'

export const countInWords = (count: number) => formatNumber(count, currentLanguage())

/** Formats 0.79 as "79 %". */
export const shareInWords = (share: number) =>
  formatNumber(share, currentLanguage(), { style: 'percent' })

const month = (text: string, style: 'long' | 'short', year: 'numeric' | '2-digit') =>
  dateFormat({
    month: style,
    year,
    timeZone: 'UTC',
  }).format(Date.parse(text))

/** Formats `2026-11` as "November 2026". */
export const monthInWords = (text: string) => month(text, 'long', 'numeric')

/** Formats `2026-11` as "Nov 26", for a label below a bar. */
export const shortMonth = (text: string) => month(text, 'short', '2-digit')
