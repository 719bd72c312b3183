import { defineMail } from '#platform/server/mail/mail-template.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

/** The parcel is on its way. */
export const orderShipped = defineMail<OrderMail>('orderShipped', {
  de: (order, brand) => ({
    subject: 'Deine Bestellung ist unterwegs',
    preview: 'In ein paar Tagen ist sie da.',
    heading: 'Deine Bestellung ist unterwegs',
    greeting: `Hallo ${order.firstname}`,
    body: [
      'Wir haben sie der Post übergeben. In ein paar Tagen liegt sie in deinem Briefkasten; ins Ausland kann es länger dauern.',
      'Ist sie nach zwei Wochen nicht da, antworte auf diese E-Mail.',
    ],
    facts: orderFacts(order, 'de'),
    buttons: [{ label: 'Bestellung ansehen', url: order.see_url }],
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} bestellt hast.`,
  }),
  en: (order, brand) => ({
    subject: 'Your order is on its way',
    preview: 'It arrives within a few days.',
    heading: 'Your order is on its way',
    greeting: `Hello ${order.firstname}`,
    body: [
      'We have posted it. It arrives in your letterbox within a few days; abroad it may take longer.',
      'If it has not come after two weeks, please answer this e-mail.',
    ],
    facts: orderFacts(order, 'en'),
    buttons: [{ label: 'See the order', url: order.see_url }],
    footer: `You are getting this e-mail because you ordered at ${brand}.`,
  }),
  fr: (order, brand) => ({
    subject: 'Votre commande est en route',
    preview: 'Elle arrive dans quelques jours.',
    heading: 'Votre commande est en route',
    greeting: `Bonjour ${order.firstname}`,
    body: [
      'Nous l’avons remise à la poste. Elle arrive dans votre boîte aux lettres d’ici quelques jours ; à l’étranger, cela peut durer plus longtemps.',
      'Si elle n’est pas là après deux semaines, répondez à cet e-mail.',
    ],
    facts: orderFacts(order, 'fr'),
    buttons: [{ label: 'Voir la commande', url: order.see_url }],
    footer: `Vous recevez cet e-mail parce que vous avez commandé sur ${brand}.`,
  }),
})
