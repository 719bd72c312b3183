import { type Language, LOCALES } from './languages.ts'

/** Creating a format takes longer than using it a hundred times, so formats are kept. */
const formats = new Map<Language, Intl.NumberFormat>()

function formatIn(language: Language): Intl.NumberFormat {
  const format =
    formats.get(language) ??
    new Intl.NumberFormat(LOCALES[language], {
      style: 'currency',
      // Stands for the currency of each amount, which may be any word that a bank uses.
      currency: 'CHF',
      currencyDisplay: 'code',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })
  formats.set(language, format)
  return format
}

/**
 * An amount as it is written in a language, on screens, in mails and on paper: "CHF 1’234.50". With the code of the
 * currency, which no reader mistakes for another country's; without it, the currency being null, where it stands above.
 */
export function moneyInWords(amount: number, currency: string | null, language: Language): string {
  const parts = formatIn(language).formatToParts(amount)
  if (currency === null) {
    const ofNumber = parts.filter(({ type }) => type !== 'currency' && type !== 'literal')
    return ofNumber.map(({ value }) => value).join('')
  }
  return parts.map(({ type, value }) => (type === 'currency' ? currency : value)).join('')
}
