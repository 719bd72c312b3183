import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  address: string
  url: string
}

/** Tells an owner that the letterbox is hidden by the community no longer. */
export const letterboxShown = defineMail<Content>('letterboxShown', {
  de: ({ firstname, address, url }, brand) => ({
    subject: 'Dein Briefkasten ist nicht mehr ausgeblendet',
    preview: 'Was andere sehen, bestimmst wieder du.',
    heading: 'Dein Briefkasten ist nicht mehr ausgeblendet',
    greeting: `Hallo ${firstname}`,
    body: [
      `Wir haben deinen Briefkasten (${address}) wieder freigegeben. Ob er auf der Karte steht, bestimmst wieder du.`,
    ],
    buttons: [{ label: 'Briefkasten ansehen', url }],
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} einen Briefkasten hast.`,
  }),
  en: ({ firstname, address, url }, brand) => ({
    subject: 'Your letterbox is no longer hidden',
    preview: 'What others see is up to you again.',
    heading: 'Your letterbox is no longer hidden',
    greeting: `Hello ${firstname}`,
    body: [
      `We no longer hide your letterbox (${address}). Whether it is on the map is up to you again.`,
    ],
    buttons: [{ label: 'See the letterbox', url }],
    footer: `You are getting this e-mail because you have a letterbox at ${brand}.`,
  }),
  fr: ({ firstname, address, url }, brand) => ({
    subject: 'Votre boîte aux lettres n’est plus masquée',
    preview: 'Ce que voient les autres dépend de nouveau de vous.',
    heading: 'Votre boîte aux lettres n’est plus masquée',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Nous ne masquons plus votre boîte aux lettres (${address}). C’est de nouveau vous qui décidez si elle figure sur la carte.`,
    ],
    buttons: [{ label: 'Voir la boîte aux lettres', url }],
    footer: `Vous recevez cet e-mail parce que vous avez une boîte aux lettres sur ${brand}.`,
  }),
})
