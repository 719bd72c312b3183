import { defineMail } from '../../../mail/mail-template.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

export interface CancelledOrderMail extends OrderMail {
  was_paid: boolean
}

/** An order was cancelled, by whoever placed it or by those who run the community. */
export const orderCancelled = defineMail<CancelledOrderMail>('orderCancelled', {
  de: (order, brand) => ({
    subject: 'Deine Bestellung ist storniert',
    preview: order.was_paid ? 'Du bekommst dein Geld zurück.' : 'Du musst nichts bezahlen.',
    heading: 'Deine Bestellung ist storniert',
    greeting: `Hallo ${order.firstname}`,
    body: [
      order.was_paid
        ? 'Was du bezahlt hast, geben wir dir zurück.'
        : 'Sie ist nicht mehr zu bezahlen. Ist doch schon eine Zahlung unterwegs, geben wir sie dir zurück.',
    ],
    facts: orderFacts(order, 'de'),
    buttons: [{ label: 'Neu bestellen', url: order.order_url }],
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} bestellt hast.`,
  }),
  en: (order, brand) => ({
    subject: 'Your order has been cancelled',
    preview: order.was_paid ? 'You get your money back.' : 'There is nothing to pay.',
    heading: 'Your order has been cancelled',
    greeting: `Hello ${order.firstname}`,
    body: [
      order.was_paid
        ? 'We give you back what you have paid.'
        : 'It is not to be paid any more. If a payment is on its way nevertheless, we give it back.',
    ],
    facts: orderFacts(order, 'en'),
    buttons: [{ label: 'Order again', url: order.order_url }],
    footer: `You are getting this e-mail because you ordered at ${brand}.`,
  }),
  fr: (order, brand) => ({
    subject: 'Votre commande est annulée',
    preview: order.was_paid ? 'Nous vous rendons votre argent.' : 'Vous n’avez rien à payer.',
    heading: 'Votre commande est annulée',
    greeting: `Bonjour ${order.firstname}`,
    body: [
      order.was_paid
        ? 'Nous vous remboursons ce que vous avez payé.'
        : 'Elle n’est plus à payer. Si un paiement est tout de même en route, nous vous le rendons.',
    ],
    facts: orderFacts(order, 'fr'),
    buttons: [{ label: 'Commander à nouveau', url: order.order_url }],
    footer: `Vous recevez cet e-mail parce que vous avez commandé sur ${brand}.`,
  }),
})
