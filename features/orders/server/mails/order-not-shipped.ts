import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** The parcel is not on its way yet, though a mail said so. */
export const orderNotShipped = defineMail<OrderMail>(
  'orderNotShipped',
  (order, { lang, brand }) => {
    const t = texts('orders', lang)
    return {
      subject: t('mails.orderNotShipped.subject'),
      preview: t('mails.orderNotShipped.preview'),
      heading: t('mails.orderNotShipped.heading'),
      greeting: t('mails.greeting', { firstname: order.firstname }),
      body: [t('mails.orderNotShipped.body')],
      facts: orderFacts(order, lang),
      buttons: [{ label: t('mails.orderNotShipped.button'), url: order.see_url }],
      footer: t('mails.footer', { brand }),
    }
  },
)
