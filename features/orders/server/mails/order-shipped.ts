import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** The parcel is on its way. */
export const orderShipped = defineMail<OrderMail>('orderShipped', (order, { lang, brand }) => {
  const t = texts('orders', lang)
  return {
    subject: t('mails.orderShipped.subject'),
    preview: t('mails.orderShipped.preview'),
    heading: t('mails.orderShipped.heading'),
    greeting: t('mails.greeting', { firstname: order.firstname }),
    body: [t('mails.orderShipped.body1'), t('mails.orderShipped.body2')],
    facts: orderFacts(order, lang),
    buttons: [
      {
        label: t('mails.orderShipped.button'),
        url: order.see_url,
      },
    ],
    footer: t('mails.footer', { brand }),
  }
})
