import { expect, it } from 'vitest'
import type { Language } from './languages.ts'
import { moneyInWords } from './money.ts'

/** Normalises spaces and thousands separators, which differ between ICU versions. */
const plain = (text: string) => text.replace(/(?<=\d)[\s’'](?=\d{3})/g, "'").replace(/\s/g, ' ')

it.each<[Language, string, string, string]>([
  ['de', "CHF 1'234.50", 'EUR 7.00', "1'234.50"],
  ['en', 'CHF 1,234.50', 'EUR 7.00', '1,234.50'],
  ['fr', "1'234.50 CHF", '7.00 EUR', "1'234.50"],
])(
  'an amount in %s has one format with a currency and one without',
  (lang, francs, euros, bare) => {
    expect(plain(moneyInWords(1234.5, 'CHF', lang))).toBe(francs)
    expect(plain(moneyInWords(7, 'EUR', lang))).toBe(euros)
    expect(plain(moneyInWords(1234.5, null, lang))).toBe(bare)
  },
)

it('an amount has two decimals with any word that a bank uses as a currency', () => {
  expect(plain(moneyInWords(5, 'JPY', 'en'))).toBe('JPY 5.00')
  expect(plain(moneyInWords(5, 'no currency', 'fr'))).toBe('5.00 no currency')
})
