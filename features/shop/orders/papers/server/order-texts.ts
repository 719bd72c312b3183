import { sectionsOf } from '#platform/server/texts.ts'
import { numberFormatIn } from '#platform/shared/formats.ts'
import type { Language } from '#platform/shared/languages.ts'
import { moneyInWords } from '#platform/shared/money.ts'
import { type Currency, PRODUCT_ID, toMoney } from '../../products/pricing.ts'
import { formatRefno } from '../../refno.ts'

const wordsIn = (lang: Language) => sectionsOf('orders', lang).server.orderTexts

/** The facts of an order for mails and papers; stored in the queue as JSON. */
export interface OrderedThing {
  refno: string
  product_id: number
  /** In the language of the order. */
  product: string
  amount: number
  price_cents: number
  donation_cents: number
  /** What a correction added after payment. */
  added_cents: number
  currency: Currency
}

/** Formats cents as text. */
export const centsInWords = (cents: number, currency: Currency, lang: Language): string =>
  moneyInWords(toMoney(cents), currency, lang)

/** "3 × sticker sheet"; the pieces of a membership are its price. */
export const describeThing = (
  { product_id, product, amount }: Pick<OrderedThing, 'product_id' | 'product' | 'amount'>,
  lang: Language,
): string =>
  product_id === PRODUCT_ID.membership
    ? `${product}, ${wordsIn(lang).year}`
    : `${numberFormatIn(lang).format(amount)} × ${product}`

/** Number, product, donation and total, one line each. */
export function orderFacts(thing: OrderedThing, lang: Language) {
  const { refno, price_cents, donation_cents, added_cents, currency } = thing
  const money = (cents: number) => centsInWords(cents, currency, lang)
  const words = wordsIn(lang)
  return [
    { label: words.refno, value: formatRefno(refno) },
    { label: describeThing(thing, lang), value: money(price_cents) },
    ...(donation_cents > 0 ? [{ label: words.donation, value: money(donation_cents) }] : []),
    { label: words.total, value: money(price_cents + donation_cents) },
    ...(added_cents > 0 ? [{ label: words.added, value: money(added_cents) }] : []),
  ]
}
