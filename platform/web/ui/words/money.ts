import { moneyInWords } from '#platform/shared/money.ts'
import { currentLanguage } from '../../start/texts.ts'

/** An amount as it is written in the language of the app: "CHF 7.00". */
export const formatMoney = (amount: number, currency: string | null): string =>
  moneyInWords(amount, currency, currentLanguage())
