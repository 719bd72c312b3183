import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** To a reseller: the order was looked at, and can be paid. */
export const orderConfirmed = defineMail<OrderMail>('orderConfirmed', (order, { lang, brand }) => {
  const t = texts('orders', lang)
  return {
    subject: t('mails.orderConfirmed.subject'),
    preview: t('mails.orderConfirmed.preview'),
    heading: t('mails.orderConfirmed.heading'),
    greeting: t('mails.greeting', { firstname: order.firstname }),
    body: [
      t('mails.orderConfirmed.body1'),
      ...(order.invoiced ? [t('mails.orderConfirmed.body2.invoiced')] : []),
      ...(order.reseller ? [t('mails.orderConfirmed.body3.reseller')] : []),
    ],
    facts: orderFacts(order, lang),
    buttons: [
      {
        label: t('mails.orderConfirmed.button'),
        url: order.pay_url,
      },
    ],
    footer: t('mails.orderConfirmed.footer', { brand }),
  }
})
