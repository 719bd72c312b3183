import { orderFacts } from '#features/shop/orders/papers/server/door.ts'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'
import type { OrderMail } from './mailing.ts'

/** A bank payment is pending for days; the customer has nothing to do. */
export const orderAwaited = defineTextMail(
  'orders',
  'orderAwaited',
  (order: OrderMail, t, { lang }) => {
    const day = dateFormatIn(lang, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: order.time_zone,
    })
    const until = order.awaited_until === null ? '' : day.format(new Date(order.awaited_until))
    return {
      preview: t('mails.orderAwaited.preview', { until }),
      body: [t('mails.orderAwaited.body1', { until }), t('mails.orderAwaited.body2')],
      facts: orderFacts(order, lang),
      button: order.see_url,
    }
  },
)

/** To a reseller: the order was reviewed and can be paid. */
export const orderConfirmed = defineTextMail(
  'orders',
  'orderConfirmed',
  (order: OrderMail, t, { lang }) => ({
    body: [
      t('mails.orderConfirmed.body1'),
      ...(order.invoiced ? [t('mails.orderConfirmed.body2.invoiced')] : []),
      ...(order.reseller ? [t('mails.orderConfirmed.body3.reseller')] : []),
    ],
    facts: orderFacts(order, lang),
    button: order.pay_url,
  }),
)

/** Sends the invoice that the customer wants to pay with. */
export const orderInvoice = defineTextMail(
  'orders',
  'orderInvoice',
  (order: OrderMail, _t, { lang }) => ({ facts: orderFacts(order, lang), button: order.pay_url }),
)

/** The parcel is not on its way yet, although a mail said so. */
export const orderNotShipped = defineTextMail(
  'orders',
  'orderNotShipped',
  (order: OrderMail, _t, { lang }) => ({ facts: orderFacts(order, lang), button: order.see_url }),
)

/** The money has arrived. */
export const orderPaid = defineTextMail('orders', 'orderPaid', (order: OrderMail, t, { lang }) => {
  const ofMembership = order.of_account ? 'supporter' : 'guest'
  const next = order.product_id === PRODUCT_ID.membership ? ofMembership : 'parcel'
  return {
    body: [t(`mails.orderPaid.next.${next}`), t('mails.orderPaid.body2')],
    facts: orderFacts(order, lang),
    button: order.see_url,
  }
})

/** Reminds the customer to pay the order, or what a correction has added. */
export const orderReminder = defineTextMail(
  'orders',
  'orderReminder',
  (order: OrderMail, t, { lang }) => ({
    body: [
      t(`mails.orderReminder.body.${order.added_cents > 0 ? 'added' : 'whole'}`),
      ...(order.invoiced ? [t('mails.orderReminder.invoiced')] : []),
    ],
    facts: orderFacts(order, lang),
    button: order.pay_url,
  }),
)

/** The parcel is on its way. */
export const orderShipped = defineTextMail(
  'orders',
  'orderShipped',
  (order: OrderMail, _t, { lang }) => ({ facts: orderFacts(order, lang), button: order.see_url }),
)

/** The order is stored: it waits for payment, or for review if it is a reseller's. */
export const orderStored = defineTextMail(
  'orders',
  'orderStored',
  (order: OrderMail, t, { lang }) => {
    const isPending = order.status === 'pending_confirmation'
    const key = isPending ? 'pendingConfirmation' : 'otherwise'
    return {
      subject: t(`mails.orderStored.${key}.subject`),
      preview: t(`mails.orderStored.${key}.preview`),
      heading: t(`mails.orderStored.${key}.heading`),
      body: [t(`mails.orderStored.${key}.body`)],
      facts: orderFacts(order, lang),
      footer: t(`mails.orderStored.${key}.footer`),
      ...(!isPending && {
        buttons: [{ label: t('mails.orderStored.otherwise.button'), url: order.pay_url }],
        note: t('mails.orderStored.otherwise.note'),
      }),
    }
  },
)

/** The bank rejected a payment after days; the order has to be paid again. */
export const orderUnpaid = defineTextMail(
  'orders',
  'orderUnpaid',
  (order: OrderMail, _t, { lang }) => ({ facts: orderFacts(order, lang), button: order.pay_url }),
)
