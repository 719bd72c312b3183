import { formatRefno } from '@letterlend/contract/refno.ts'
import { defineMail } from '../../../mail/mail-template.ts'
import { formatMoney } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

export interface RefundedOrderMail extends OrderMail {
  refunded_cents: number
}

/** Money was given back. */
export const orderRefunded = defineMail<RefundedOrderMail>('orderRefunded', {
  de: (order, brand) => ({
    subject: 'Du bekommst dein Geld zurück',
    preview: 'Die Rückzahlung ist unterwegs.',
    heading: 'Die Rückzahlung ist unterwegs',
    greeting: `Hallo ${order.firstname}`,
    body: [
      'Wir haben dir die Zahlung zurückgegeben, auf dem Weg, auf dem sie kam. Bis sie auf deinem Konto steht, kann es einige Tage dauern.',
    ],
    facts: [
      { label: 'Bestellnummer', value: formatRefno(order.refno) },
      { label: 'Betrag', value: formatMoney(order.refunded_cents, order.currency, 'de') },
    ],
    buttons: [],
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} bestellt hast.`,
  }),
  en: (order, brand) => ({
    subject: 'You get your money back',
    preview: 'The refund is on its way.',
    heading: 'The refund is on its way',
    greeting: `Hello ${order.firstname}`,
    body: [
      'We have given your payment back, the way it came. It may take some days until it is in your account.',
    ],
    facts: [
      { label: 'Order number', value: formatRefno(order.refno) },
      { label: 'Amount', value: formatMoney(order.refunded_cents, order.currency, 'en') },
    ],
    buttons: [],
    footer: `You are getting this e-mail because you ordered at ${brand}.`,
  }),
  fr: (order, brand) => ({
    subject: 'Nous vous rendons votre argent',
    preview: 'Le remboursement est en route.',
    heading: 'Le remboursement est en route',
    greeting: `Bonjour ${order.firstname}`,
    body: [
      'Nous vous avons rendu votre paiement, par le chemin par lequel il est venu. Quelques jours peuvent passer jusqu’à ce qu’il soit sur votre compte.',
    ],
    facts: [
      { label: 'Numéro de commande', value: formatRefno(order.refno) },
      { label: 'Montant', value: formatMoney(order.refunded_cents, order.currency, 'fr') },
    ],
    buttons: [],
    footer: `Vous recevez cet e-mail parce que vous avez commandé sur ${brand}.`,
  }),
})
