import { PRODUCT_ID } from '#features/products/pricing.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import type { Language } from '#platform/shared/languages.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

interface Next {
  parcel: string
  /** Of an account: its letterbox stands on the map. */
  supporter: string
  guest: string
}

const NEXT: Record<Language, Next> = {
  de: {
    parcel: 'Wir machen deine Bestellung bereit und schreiben dir, wenn sie unterwegs ist.',
    supporter:
      'Für 12 Monate ist dein Briefkasten auf der Karte als unterstützend gekennzeichnet. Danke, dass du das möglich machst!',
    guest: 'Dein Beitrag trägt uns 12 Monate lang. Danke, dass du das möglich machst!',
  },
  en: {
    parcel: 'We get your order ready and write to you when it is on its way.',
    supporter:
      'For 12 months your letterbox is marked as a supporter on the map. Thank you for making this possible!',
    guest: 'Your contribution carries us for 12 months. Thank you for making this possible!',
  },
  fr: {
    parcel: 'Nous préparons votre commande et vous écrivons dès qu’elle est en route.',
    supporter:
      'Pendant 12 mois, votre boîte aux lettres est signalée comme soutien sur la carte. Merci de rendre cela possible !',
    guest: 'Votre contribution nous porte pendant 12 mois. Merci de rendre cela possible !',
  },
}

function whatComesNext({ product_id, of_account }: OrderMail, lang: Language): string {
  if (product_id !== PRODUCT_ID.membership) return NEXT[lang].parcel
  return of_account ? NEXT[lang].supporter : NEXT[lang].guest
}

/** The money has arrived. */
export const orderPaid = defineMail<OrderMail>('orderPaid', {
  de: (order, brand) => ({
    subject: 'Deine Zahlung ist angekommen',
    preview: 'Danke! So geht es weiter.',
    heading: 'Danke, das ist bezahlt',
    greeting: `Hallo ${order.firstname}`,
    body: [whatComesNext(order, 'de'), 'Die Quittung ist im Anhang.'],
    facts: orderFacts(order, 'de'),
    buttons: [{ label: 'Bestellung ansehen', url: order.see_url }],
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} bestellt hast.`,
  }),
  en: (order, brand) => ({
    subject: 'Your payment has arrived',
    preview: 'Thank you! This is what happens next.',
    heading: 'Thank you, this is paid',
    greeting: `Hello ${order.firstname}`,
    body: [whatComesNext(order, 'en'), 'The receipt is attached.'],
    facts: orderFacts(order, 'en'),
    buttons: [{ label: 'See the order', url: order.see_url }],
    footer: `You are getting this e-mail because you ordered at ${brand}.`,
  }),
  fr: (order, brand) => ({
    subject: 'Votre paiement est arrivé',
    preview: 'Merci ! Voici la suite.',
    heading: 'Merci, c’est payé',
    greeting: `Bonjour ${order.firstname}`,
    body: [whatComesNext(order, 'fr'), 'La quittance est jointe.'],
    facts: orderFacts(order, 'fr'),
    buttons: [{ label: 'Voir la commande', url: order.see_url }],
    footer: `Vous recevez cet e-mail parce que vous avez commandé sur ${brand}.`,
  }),
})
