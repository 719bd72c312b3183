import { defineMail } from '#platform/server/mail/mail-template.ts'
import { sectionsOf, texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { formatRefno } from '../../refno.ts'
import { centsInWords } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

export interface RefundedOrderMail extends OrderMail {
  refunded_cents: number
  /** What was paid, and how much of it was given back so far, this refund included. */
  paid_cents: number
  so_far_cents: number
}

/** `rest`: together with earlier refunds, everything has been given back. */
type Share = 'all' | 'part' | 'rest'

function shareOf({ refunded_cents, paid_cents, so_far_cents }: RefundedOrderMail): Share {
  if (refunded_cents >= paid_cents) return 'all'
  return so_far_cents >= paid_cents ? 'rest' : 'part'
}

const wordsIn = (lang: Language) => sectionsOf('orders', lang).mails.orderRefunded

function factsOf(order: RefundedOrderMail, lang: Language) {
  const words = wordsIn(lang)
  const money = (cents: number) => centsInWords(cents, order.currency, lang)
  const facts = [
    { label: words.refno, value: formatRefno(order.refno) },
    { label: words.amount, value: money(order.refunded_cents) },
  ]
  if (shareOf(order) === 'all') return facts
  return [
    ...facts,
    { label: words.soFar, value: money(order.so_far_cents) },
    { label: words.paid, value: money(order.paid_cents) },
  ]
}

/** Money was given back: all of a payment, or a part. */
export const orderRefunded = defineMail<RefundedOrderMail>(
  'orderRefunded',
  (order, { lang, brand }) => {
    const t = texts('orders', lang)
    return {
      subject: wordsIn(lang)[shareOf(order)].subject,
      preview: t('mails.orderRefunded.preview'),
      heading: t('mails.orderRefunded.heading'),
      greeting: t('mails.greeting', { firstname: order.firstname }),
      body: [t('mails.orderRefunded.body', { given: wordsIn(lang)[shareOf(order)].given })],
      facts: factsOf(order, lang),
      buttons: [{ label: t('mails.orderPaid.button'), url: order.see_url }],
      footer: t('mails.footer', { brand }),
    }
  },
)
