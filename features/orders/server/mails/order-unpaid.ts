import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** The bank has refused a payment for which it took days: the order is to be paid again. */
export const orderUnpaid = defineMail<OrderMail>('orderUnpaid', (order, { lang, brand }) => {
  const t = texts('orders', lang)
  return {
    subject: t('mails.orderUnpaid.subject'),
    preview: t('mails.orderUnpaid.preview'),
    heading: t('mails.orderUnpaid.heading'),
    greeting: t('mails.greeting', { firstname: order.firstname }),
    body: [t('mails.orderUnpaid.body1'), t('mails.orderUnpaid.body2')],
    facts: orderFacts(order, lang),
    buttons: [{ label: t('mails.orderUnpaid.button'), url: order.pay_url }],
    footer: t('mails.footer', { brand }),
  }
})
