import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** Brings the invoice that somebody wants to pay with. */
export const orderInvoice = defineMail<OrderMail>('orderInvoice', (order, { lang, brand }) => {
  const t = texts('orders', lang)
  return {
    subject: t('mails.orderInvoice.subject'),
    preview: t('mails.orderInvoice.preview'),
    heading: t('mails.orderInvoice.heading'),
    greeting: t('mails.greeting', { firstname: order.firstname }),
    body: [t('mails.orderInvoice.body')],
    facts: orderFacts(order, lang),
    buttons: [
      {
        label: t('mails.orderInvoice.button'),
        url: order.pay_url,
      },
    ],
    footer: t('mails.orderInvoice.footer', { brand }),
  }
})
