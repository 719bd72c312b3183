import { moneyInWords } from '#platform/shared/money.ts'
import { currentLanguage } from '../../start/texts.ts'

/** Formats an amount in the app's language: "CHF 7.00". */
export const formatMoney = (amount: number, currency: string | null): string =>
  moneyInWords(amount, currency, currentLanguage())
