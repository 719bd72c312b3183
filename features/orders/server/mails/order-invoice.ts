import { defineMail } from '#platform/server/mail/mail-template.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** Brings the invoice that somebody wants to pay with. */
export const orderInvoice = defineMail<OrderMail>('orderInvoice', {
  de: (order, brand) => ({
    subject: 'Die Rechnung zu deiner Bestellung',
    preview: 'Sie ist im Anhang.',
    heading: 'Hier ist deine Rechnung',
    greeting: `Hallo ${order.firstname}`,
    body: [
      'Die Rechnung ist im Anhang, mit einem Code für die App deiner Bank. Sobald deine Zahlung da ist, schreiben wir dir und machen die Bestellung bereit.',
    ],
    facts: orderFacts(order, 'de'),
    buttons: [{ label: 'Doch online bezahlen', url: order.pay_url }],
    footer: `Du bekommst diese E-Mail, weil bei ${brand} mit deiner Adresse bestellt wurde.`,
  }),
  en: (order, brand) => ({
    subject: 'The invoice for your order',
    preview: 'It is attached.',
    heading: 'Here is your invoice',
    greeting: `Hello ${order.firstname}`,
    body: [
      'The invoice is attached, with a code for the app of your bank. As soon as your payment is here, we write to you and get the order ready.',
    ],
    facts: orderFacts(order, 'en'),
    buttons: [{ label: 'Pay online instead', url: order.pay_url }],
    footer: `You are getting this e-mail because somebody ordered at ${brand} with your address.`,
  }),
  fr: (order, brand) => ({
    subject: 'La facture de votre commande',
    preview: 'Elle est jointe.',
    heading: 'Voici votre facture',
    greeting: `Bonjour ${order.firstname}`,
    body: [
      'La facture est jointe, avec un code pour l’app de votre banque. Dès que votre paiement est là, nous vous écrivons et préparons la commande.',
    ],
    facts: orderFacts(order, 'fr'),
    buttons: [{ label: 'Payer plutôt en ligne', url: order.pay_url }],
    footer: `Vous recevez cet e-mail parce qu’une commande a été passée sur ${brand} avec votre adresse.`,
  }),
})
