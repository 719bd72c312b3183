import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** An order still waits for its payment, or for what a correction has added. */
export const orderReminder = defineMail<OrderMail>('orderReminder', (order, { lang, brand }) => {
  const t = texts('orders', lang)
  return {
    subject: t('mails.orderReminder.subject'),
    preview: t('mails.orderReminder.preview'),
    heading: t('mails.orderReminder.heading'),
    greeting: t('mails.greeting', { firstname: order.firstname }),
    body: [
      t(
        order.added_cents > 0 ? 'mails.orderReminder.body.added' : 'mails.orderReminder.body.whole',
      ),
      ...(order.invoiced ? [t('mails.orderReminder.invoiced')] : []),
    ],
    facts: orderFacts(order, lang),
    buttons: [{ label: t('mails.orderReminder.button'), url: order.pay_url }],
    note: t('mails.orderReminder.note'),
    footer: t('mails.footer', { brand }),
  }
})
