import { centsInWords, countryName, orderFacts } from '#features/shop/orders/papers/server/door.ts'
import type { Currency } from '#features/shop/orders/products/pricing.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import { sectionsOf, texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { CORRECTABLE_FIELDS, type CorrectableField } from '../../corrections.ts'
import type { Corrected } from '../../tables.ts'
import type { OrderMail } from '../mailing.ts'

export interface CorrectedOrderMail extends OrderMail {
  corrected: Corrected
  /** The overpaid amounts: refunded by the provider, and to be transferred by hand. */
  returning_cents: number
  transferring_cents: number
}

const wordsIn = (lang: Language) => sectionsOf('orders', lang).mails.orderCorrected

function valueIn(
  field: CorrectableField,
  value: string | number | null,
  { currency, lang }: { currency: Currency; lang: Language },
): string {
  if (value === null || value === '') return '–'
  if (field === 'donation') return centsInWords(Math.round(Number(value) * 100), currency, lang)
  return field === 'country' ? countryName(`${value}`, lang) : `${value}`
}

/** The corrected fields, one line each, before and after. */
function changesOf({ corrected, currency }: CorrectedOrderMail, lang: Language) {
  const [currencyBefore, currencyAfter] = corrected.currency ?? [currency, currency]
  return CORRECTABLE_FIELDS.flatMap((field) => {
    const change = corrected[field]
    if (!change) return []
    const before = valueIn(field, change[0], { currency: currencyBefore, lang })
    const after = valueIn(field, change[1], { currency: currencyAfter, lang })
    const value = texts('orders', lang)('mails.orderCorrected.change', { before, after })
    return [{ label: wordsIn(lang).fields[field], value }]
  })
}

/** What happens with the money, and who has to act. */
function moneyOf(order: CorrectedOrderMail, lang: Language): string[] {
  const t = texts('orders', lang)
  const money = (cents: number) => centsInWords(cents, order.currency, lang)
  const { added_cents, returning_cents, transferring_cents, is_payable, invoiced } = order
  const sentences = []
  if (added_cents > 0) {
    sentences.push(t('mails.orderCorrected.added', { money: money(added_cents) }))
    if (invoiced) sentences.push(t('mails.orderCorrected.invoiced'))
  } else if (is_payable) sentences.push(t('mails.orderCorrected.unpaid'))
  if (returning_cents > 0 && transferring_cents > 0) {
    sentences.push(
      t('mails.orderCorrected.bothWays', {
        money: money(returning_cents + transferring_cents),
        returning: money(returning_cents),
        transferring: money(transferring_cents),
      }),
    )
  } else if (returning_cents > 0) {
    sentences.push(t('mails.orderCorrected.returning', { money: money(returning_cents) }))
  } else if (transferring_cents > 0) {
    sentences.push(t('mails.orderCorrected.transferring', { money: money(transferring_cents) }))
  }
  return sentences
}

/** Notifies the customer that the staff has corrected the order. */
export const orderCorrected = defineTextMail(
  'orders',
  'orderCorrected',
  (order: CorrectedOrderMail, t, { lang }) => ({
    body: [t('mails.orderCorrected.body'), ...moneyOf(order, lang)],
    facts: [...changesOf(order, lang), ...orderFacts(order, lang)],
    buttons: [
      order.is_payable
        ? { label: t('mails.orderCorrected.pay'), url: order.pay_url }
        : { label: t('mails.orderCorrected.see'), url: order.see_url },
    ],
  }),
)
