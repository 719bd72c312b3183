import { centsInWords } from '#features/shop/orders/papers/server/door.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import { formatRefno } from '../../refno.ts'
import type { OrderMail } from '../mailing.ts'

export interface RefundedOrderMail extends OrderMail {
  refunded_cents: number
  /** The paid amount, and the refunds so far, including this one. */
  paid_cents: number
  so_far_cents: number
}

/** `rest`: this refund completes earlier ones. */
type Share = 'all' | 'part' | 'rest'

function shareOf({ refunded_cents, paid_cents, so_far_cents }: RefundedOrderMail): Share {
  if (refunded_cents >= paid_cents) return 'all'
  return so_far_cents >= paid_cents ? 'rest' : 'part'
}

/** A payment was refunded, fully or in part. */
export const orderRefunded = defineTextMail(
  'orders',
  'orderRefunded',
  (order: RefundedOrderMail, t, { lang }) => {
    const share = shareOf(order)
    const money = (cents: number) => centsInWords(cents, order.currency, lang)
    const facts = [
      { label: t('mails.orderRefunded.refno'), value: formatRefno(order.refno) },
      { label: t('mails.orderRefunded.amount'), value: money(order.refunded_cents) },
      { label: t('mails.orderRefunded.soFar'), value: money(order.so_far_cents) },
      { label: t('mails.orderRefunded.paid'), value: money(order.paid_cents) },
    ]
    return {
      subject: t(`mails.orderRefunded.${share}.subject`),
      body: [t('mails.orderRefunded.body', { given: t(`mails.orderRefunded.${share}.given`) })],
      facts: share === 'all' ? facts.slice(0, 2) : facts,
      buttons: [{ label: t('mails.orderPaid.button'), url: order.see_url }],
    }
  },
)
