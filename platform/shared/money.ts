import { numberFormatIn } from './formats.ts'
import type { Language } from './languages.ts'

const OPTIONS: Intl.NumberFormatOptions = {
  style: 'currency',
  // Replaced by the currency of each amount, which may be any code that a bank uses.
  currency: 'CHF',
  currencyDisplay: 'code',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
}

/**
 * Formats an amount in a language, for screens, mails and paper: "CHF 1’234.50". The currency's code cannot be mistaken
 * for another country's; pass null if it is shown elsewhere.
 */
export function moneyInWords(amount: number, currency: string | null, language: Language): string {
  const parts = numberFormatIn(language, OPTIONS).formatToParts(amount)
  if (currency === null) {
    const ofNumber = parts.filter(({ type }) => type !== 'currency' && type !== 'literal')
    return ofNumber.map(({ value }) => value).join('')
  }
  return parts.map(({ type, value }) => (type === 'currency' ? currency : value)).join('')
}
