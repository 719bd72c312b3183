import { centsInWords, orderFacts } from '#features/shop/orders/papers/server/door.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { sectionsOf, texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { formatRefno } from '../../refno.ts'
import type { OrderMail } from '../mailing.ts'

export interface CancelledOrderMail extends OrderMail {
  was_paid: boolean
  /** Amounts that are still to be refunded, and that were refunded. */
  held_cents: number
  refunded_cents: number
  /** Number of the order that replaces this one. */
  replaced_by: string | null
}

type Money = 'unpaid' | 'held' | 'part' | 'back' | 'disputed'

function moneyOf({ was_paid, held_cents, refunded_cents }: CancelledOrderMail): Money {
  if (!was_paid) return 'unpaid'
  if (held_cents > 0) return refunded_cents > 0 ? 'part' : 'held'
  return refunded_cents > 0 ? 'back' : 'disputed'
}

const wordsIn = (lang: Language) => sectionsOf('orders', lang).mails.orderCancelled

/** Facts of the order; for a paid order also past and upcoming refunds. */
function factsOf(order: CancelledOrderMail, lang: Language) {
  const { was_paid, held_cents, refunded_cents, currency } = order
  const facts = orderFacts(order, lang)
  if (!was_paid) return facts
  const { given: refundedLabel, toCome: heldLabel } = wordsIn(lang)
  const money = (cents: number) => centsInWords(cents, currency, lang)
  if (refunded_cents > 0) facts.push({ label: refundedLabel, value: money(refunded_cents) })
  if (held_cents > 0) facts.push({ label: heldLabel, value: money(held_cents) })
  return facts
}

/** An order was cancelled by the customer or the staff, or was replaced. */
export const orderCancelled = defineMail<CancelledOrderMail>(
  'orderCancelled',
  (order, { lang, brand }) => {
    const t = texts('orders', lang)
    const greeting = t('mails.greeting', { firstname: order.firstname })
    const facts = factsOf(order, lang)
    const footer = t('mails.footer', { brand })
    if (order.replaced_by) {
      return {
        subject: t('mails.orderCancelled.replacedBy.subject'),
        preview: t('mails.orderCancelled.replacedBy.preview'),
        heading: t('mails.orderCancelled.replacedBy.heading'),
        greeting,
        body: [
          t('mails.orderCancelled.replacedBy.body1', {
            replacedBy: formatRefno(order.replaced_by),
          }),
          t('mails.orderCancelled.replacedBy.body2'),
        ],
        facts,
        buttons: [],
        footer,
      }
    }
    const words = wordsIn(lang)[moneyOf(order)]
    return {
      subject: t('mails.orderCancelled.otherwise.subject'),
      preview: words.preview,
      heading: t('mails.orderCancelled.otherwise.heading'),
      greeting,
      body: [words.body],
      facts,
      buttons: [
        {
          label: t('mails.orderCancelled.button.otherwise'),
          url: order.order_url,
        },
      ],
      footer,
    }
  },
)
