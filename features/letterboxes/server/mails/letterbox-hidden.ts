import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  address: string
  /** As whoever moderates typed it. */
  reason: string
  url: string
}

/** Tells an owner that the community has taken the letterbox off the map, and why. */
export const letterboxHidden = defineMail<Content>('letterboxHidden', {
  de: ({ firstname, address, reason, url }, brand) => ({
    subject: 'Dein Briefkasten ist ausgeblendet',
    preview: 'Warum, und was du tun kannst.',
    heading: 'Dein Briefkasten ist ausgeblendet',
    greeting: `Hallo ${firstname}`,
    body: [
      `Wir haben deinen Briefkasten (${address}) ausgeblendet: Ausser deinem Haushalt sieht ihn niemand mehr, und niemand kann dort anfragen. Laufende Gespräche gehen weiter. Der Grund:`,
    ],
    quote: reason,
    buttons: [{ label: 'Briefkasten ansehen', url }],
    note: 'Stimmt das nicht, oder ist es erledigt? Schreibe uns mit «Feedback» auf der Seite deines Profils.',
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} einen Briefkasten hast.`,
  }),
  en: ({ firstname, address, reason, url }, brand) => ({
    subject: 'Your letterbox is hidden',
    preview: 'Why, and what you can do.',
    heading: 'Your letterbox is hidden',
    greeting: `Hello ${firstname}`,
    body: [
      `We have hidden your letterbox (${address}): nobody but your household sees it any more, and nobody can ask there. Conversations under way go on. The reason:`,
    ],
    quote: reason,
    buttons: [{ label: 'See the letterbox', url }],
    note: 'Is that wrong, or settled? Tell us with “Feedback” on the page of your profile.',
    footer: `You are getting this e-mail because you have a letterbox at ${brand}.`,
  }),
  fr: ({ firstname, address, reason, url }, brand) => ({
    subject: 'Votre boîte aux lettres est masquée',
    preview: 'Pourquoi, et ce que vous pouvez faire.',
    heading: 'Votre boîte aux lettres est masquée',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Nous avons masqué votre boîte aux lettres (${address}) : en dehors de votre ménage, plus personne ne la voit ni ne peut y faire de demande. Les conversations en cours continuent. La raison :`,
    ],
    quote: reason,
    buttons: [{ label: 'Voir la boîte aux lettres', url }],
    note: 'C’est une erreur, ou c’est réglé ? Dites-le-nous avec « Votre avis » sur la page de votre profil.',
    footer: `Vous recevez cet e-mail parce que vous avez une boîte aux lettres sur ${brand}.`,
  }),
})
