import { defineMail } from '#platform/server/mail/mail-template.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** An order was stored: it waits to be paid, or that of a reseller to be looked at. */
export const orderStored = defineMail<OrderMail>('orderStored', {
  de: (order, brand) =>
    order.status === 'pending_confirmation'
      ? {
          subject: 'Deine Bestellung ist bei uns',
          preview: 'Wir schauen sie an und melden uns.',
          heading: 'Deine Bestellung ist bei uns',
          greeting: `Hallo ${order.firstname}`,
          body: [
            'Danke! Bestellungen von Verkaufsstellen schauen wir zuerst an. Danach schreiben wir dir, wie du bezahlen kannst. Bis dahin musst du nichts tun.',
          ],
          facts: orderFacts(order, 'de'),
          buttons: [],
          footer: `Du bekommst diese E-Mail, weil bei ${brand} mit deiner Adresse bestellt wurde. Du warst das nicht? Dann antworte auf diese E-Mail.`,
        }
      : {
          subject: 'Deine Bestellung wartet auf die Zahlung',
          preview: 'Ein Klick, und du kannst sie bezahlen.',
          heading: 'Deine Bestellung ist gespeichert',
          greeting: `Hallo ${order.firstname}`,
          body: ['Danke! Sobald sie bezahlt ist, machen wir sie bereit.'],
          facts: orderFacts(order, 'de'),
          buttons: [{ label: 'Jetzt bezahlen', url: order.pay_url }],
          note: 'Du hast es dir anders überlegt? Dann bezahle einfach nicht; die Bestellung verfällt von selbst.',
          footer: `Du bekommst diese E-Mail, weil bei ${brand} mit deiner Adresse bestellt wurde.`,
        },
  en: (order, brand) =>
    order.status === 'pending_confirmation'
      ? {
          subject: 'We have your order',
          preview: 'We look at it and get back to you.',
          heading: 'We have your order',
          greeting: `Hello ${order.firstname}`,
          body: [
            'Thank you! We look at orders of resellers first. Then we write to you how to pay. Until then there is nothing for you to do.',
          ],
          facts: orderFacts(order, 'en'),
          buttons: [],
          footer: `You are getting this e-mail because somebody ordered at ${brand} with your address. It was not you? Then please answer this e-mail.`,
        }
      : {
          subject: 'Your order waits for its payment',
          preview: 'One click, and you can pay it.',
          heading: 'Your order is stored',
          greeting: `Hello ${order.firstname}`,
          body: ['Thank you! As soon as it is paid, we get it ready.'],
          facts: orderFacts(order, 'en'),
          buttons: [{ label: 'Pay now', url: order.pay_url }],
          note: 'You have changed your mind? Then just do not pay; the order lapses by itself.',
          footer: `You are getting this e-mail because somebody ordered at ${brand} with your address.`,
        },
  fr: (order, brand) =>
    order.status === 'pending_confirmation'
      ? {
          subject: 'Nous avons reçu votre commande',
          preview: 'Nous la regardons et revenons vers vous.',
          heading: 'Nous avons reçu votre commande',
          greeting: `Bonjour ${order.firstname}`,
          body: [
            'Merci ! Nous regardons d’abord les commandes des points de vente. Ensuite, nous vous écrirons comment payer. D’ici là, vous n’avez rien à faire.',
          ],
          facts: orderFacts(order, 'fr'),
          buttons: [],
          footer: `Vous recevez cet e-mail parce qu’une commande a été passée sur ${brand} avec votre adresse. Ce n’était pas vous ? Alors répondez à cet e-mail.`,
        }
      : {
          subject: 'Votre commande attend son paiement',
          preview: 'Un clic suffit pour la payer.',
          heading: 'Votre commande est enregistrée',
          greeting: `Bonjour ${order.firstname}`,
          body: ['Merci ! Dès qu’elle est payée, nous la préparons.'],
          facts: orderFacts(order, 'fr'),
          buttons: [{ label: 'Payer maintenant', url: order.pay_url }],
          note: 'Vous avez changé d’avis ? Alors ne payez pas ; la commande expire d’elle-même.',
          footer: `Vous recevez cet e-mail parce qu’une commande a été passée sur ${brand} avec votre adresse.`,
        },
})
