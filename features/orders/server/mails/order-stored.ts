import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** An order was stored: it waits to be paid, or that of a reseller to be looked at. */
export const orderStored = defineMail<OrderMail>('orderStored', (order, { lang, brand }) => {
  const t = texts('orders', lang)
  return order.status === 'pending_confirmation'
    ? {
        subject: t('mails.orderStored.pendingConfirmation.subject'),
        preview: t('mails.orderStored.pendingConfirmation.preview'),
        heading: t('mails.orderStored.pendingConfirmation.heading'),
        greeting: t('mails.greeting', { firstname: order.firstname }),
        body: [t('mails.orderStored.pendingConfirmation.body')],
        facts: orderFacts(order, lang),
        buttons: [],
        footer: t('mails.orderStored.pendingConfirmation.footer', { brand }),
      }
    : {
        subject: t('mails.orderStored.otherwise.subject'),
        preview: t('mails.orderStored.otherwise.preview'),
        heading: t('mails.orderStored.otherwise.heading'),
        greeting: t('mails.greeting', { firstname: order.firstname }),
        body: [t('mails.orderStored.otherwise.body')],
        facts: orderFacts(order, lang),
        buttons: [
          {
            label: t('mails.orderStored.otherwise.button'),
            url: order.pay_url,
          },
        ],
        note: t('mails.orderStored.otherwise.note'),
        footer: t('mails.orderStored.otherwise.footer', { brand }),
      }
})
