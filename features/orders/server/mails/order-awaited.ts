import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** The bank takes days for the payment: nothing is to be done meanwhile. */
export const orderAwaited = defineMail<OrderMail>('orderAwaited', (order, { lang, brand }) => {
  const t = texts('orders', lang)
  const day = dateFormatIn(lang, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: order.time_zone,
  })
  const until = order.awaited_until === null ? '' : day.format(new Date(order.awaited_until))
  return {
    subject: t('mails.orderAwaited.subject'),
    preview: t('mails.orderAwaited.preview', { until }),
    heading: t('mails.orderAwaited.heading'),
    greeting: t('mails.greeting', { firstname: order.firstname }),
    body: [t('mails.orderAwaited.body1', { until }), t('mails.orderAwaited.body2')],
    facts: orderFacts(order, lang),
    buttons: [{ label: t('mails.orderAwaited.button'), url: order.see_url }],
    footer: t('mails.footer', { brand }),
  }
})
