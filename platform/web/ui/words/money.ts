import { formatNumber } from '../../start/numbers.ts'
import { currentLanguage } from '../../start/texts.ts'

/** An amount as it is written in the language of the app: "CHF 7.00". */
export function formatMoney(amount: number, currency: string): string {
  return formatNumber(amount, currentLanguage(), { style: 'currency', currency })
}

/** An amount with two decimals, beside a currency that may be any word a bank uses. */
export const formatAmount = (amount: number) =>
  formatNumber(amount, currentLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
