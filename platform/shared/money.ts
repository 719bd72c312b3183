import { numberFormatIn } from './formats.ts'
import type { Language } from './languages.ts'

const OPTIONS: Intl.NumberFormatOptions = {
  style: 'currency',
  // Replaced by the currency of each amount, which may be any word that a bank uses.
  currency: 'CHF',
  currencyDisplay: 'code',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
}

/**
 * An amount as it is written in a language, on screens, in mails and on paper: "CHF 1’234.50". With the code of the
 * currency, which no reader mistakes for another country's; without it, the currency being null, where it stands above.
 */
export function moneyInWords(amount: number, currency: string | null, language: Language): string {
  const parts = numberFormatIn(language, OPTIONS).formatToParts(amount)
  if (currency === null) {
    const ofNumber = parts.filter(({ type }) => type !== 'currency' && type !== 'literal')
    return ofNumber.map(({ value }) => value).join('')
  }
  return parts.map(({ type, value }) => (type === 'currency' ? currency : value)).join('')
}
