import { defineMail } from '../../../mail/mail-template.ts'

interface Content {
  firstname: string
  url: string
}

/** To the new address: it replaces the old one once its owner says so. */
export const emailChange = defineMail<Content>('emailChange', {
  de: ({ firstname, url }, brand) => ({
    subject: 'Bitte bestätige deine neue E-Mail-Adresse',
    preview: 'Noch ein Klick, und deine neue Adresse gilt.',
    heading: 'Deine neue Adresse',
    greeting: `Hallo ${firstname}`,
    body: ['Bestätige, dass diese Adresse dir gehört. Erst dann ersetzt sie die alte.'],
    buttons: [{ label: 'Neue Adresse bestätigen', url }],
    note: 'Der Link gilt 7 Tage und nur einmal.',
    footer: `Du hast bei ${brand} keine Adresse geändert? Dann musst du nichts tun.`,
  }),
  en: ({ firstname, url }, brand) => ({
    subject: 'Please confirm your new e-mail address',
    preview: 'One more click and your new address takes effect.',
    heading: 'Your new address',
    greeting: `Hello ${firstname}`,
    body: ['Confirm that this address is yours. Only then does it replace the old one.'],
    buttons: [{ label: 'Confirm new address', url }],
    note: 'The link works once, within 7 days.',
    footer: `You did not change your address at ${brand}? Then you do not need to do anything.`,
  }),
  fr: ({ firstname, url }, brand) => ({
    subject: 'Veuillez confirmer votre nouvelle adresse e-mail',
    preview: 'Encore un clic et votre nouvelle adresse sera valable.',
    heading: 'Votre nouvelle adresse',
    greeting: `Bonjour ${firstname}`,
    body: [
      'Confirmez que cette adresse est la vôtre. Elle ne remplacera l’ancienne qu’à ce moment-là.',
    ],
    buttons: [{ label: 'Confirmer la nouvelle adresse', url }],
    note: 'Le lien est valable 7 jours et une seule fois.',
    footer: `Vous n’avez pas changé d’adresse sur ${brand} ? Alors vous n’avez rien à faire.`,
  }),
})
