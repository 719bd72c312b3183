import type { Currency } from '@letterlend/contract/order-pricing.ts'
import { currentLanguage } from '../start/texts.ts'

/** An amount as it is written in Switzerland, in the language of the app: "CHF 7.00". */
export function formatMoney(amount: number, currency: Currency): string {
  return new Intl.NumberFormat(`${currentLanguage()}-CH`, { style: 'currency', currency }).format(
    amount,
  )
}
