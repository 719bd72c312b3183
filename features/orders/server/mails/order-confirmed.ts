import { defineMail } from '#platform/server/mail/mail-template.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** To a reseller: the order was looked at, and can be paid. */
export const orderConfirmed = defineMail<OrderMail>('orderConfirmed', {
  de: (order, brand) => ({
    subject: 'Deine Bestellung ist bestätigt',
    preview: 'Jetzt kannst du sie bezahlen.',
    heading: 'Deine Bestellung ist bestätigt',
    greeting: `Hallo ${order.firstname}`,
    body: [
      'Schön, dass du dabei bist! Wir haben deine Bestellung angeschaut. Sobald sie bezahlt ist, machen wir sie bereit.',
      ...(order.invoiced ? ['Die Rechnung ist im Anhang; du kannst auch online bezahlen.'] : []),
      ...(order.reseller
        ? [
            'Dein Briefkasten steht jetzt auf der Karte der Verkaufsstellen, mit deiner E-Mail-Adresse für Fragen.',
          ]
        : []),
    ],
    facts: orderFacts(order, 'de'),
    buttons: [{ label: 'Jetzt bezahlen', url: order.pay_url }],
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} als Verkaufsstelle bestellt hast.`,
  }),
  en: (order, brand) => ({
    subject: 'Your order is confirmed',
    preview: 'You can pay it now.',
    heading: 'Your order is confirmed',
    greeting: `Hello ${order.firstname}`,
    body: [
      'Good to have you with us! We have looked at your order. As soon as it is paid, we get it ready.',
      ...(order.invoiced ? ['The invoice is attached; you can also pay online.'] : []),
      ...(order.reseller
        ? ['Your letterbox is now on the map of resellers, with your e-mail address for questions.']
        : []),
    ],
    facts: orderFacts(order, 'en'),
    buttons: [{ label: 'Pay now', url: order.pay_url }],
    footer: `You are getting this e-mail because you ordered at ${brand} as a reseller.`,
  }),
  fr: (order, brand) => ({
    subject: 'Votre commande est confirmée',
    preview: 'Vous pouvez maintenant la payer.',
    heading: 'Votre commande est confirmée',
    greeting: `Bonjour ${order.firstname}`,
    body: [
      'Merci de participer ! Nous avons regardé votre commande. Dès qu’elle est payée, nous la préparons.',
      ...(order.invoiced ? ['La facture est jointe ; vous pouvez aussi payer en ligne.'] : []),
      ...(order.reseller
        ? [
            'Votre boîte aux lettres est maintenant sur la carte des points de vente, avec votre adresse e-mail pour les questions.',
          ]
        : []),
    ],
    facts: orderFacts(order, 'fr'),
    buttons: [{ label: 'Payer maintenant', url: order.pay_url }],
    footer: `Vous recevez cet e-mail parce que vous avez commandé sur ${brand} comme point de vente.`,
  }),
})
