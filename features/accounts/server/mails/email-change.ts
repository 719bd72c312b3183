import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  url: string
  /** For whoever reads the mail on another device; absent in a mail that waits from a version before. */
  code?: string
}

/** To the new address: it replaces the old one once its owner says so. */
export const emailChange = defineMail<Content>('emailChange', {
  de: ({ firstname, url, code }, brand) => ({
    subject: 'Bitte bestätige deine neue E-Mail-Adresse',
    preview: 'Noch ein Klick, und deine neue Adresse gilt.',
    heading: 'Deine neue Adresse',
    greeting: `Hallo ${firstname}`,
    body: ['Bestätige, dass diese Adresse dir gehört. Erst dann ersetzt sie die alte.'],
    ...(code && { facts: [{ label: 'Code zum Abtippen', value: code }] }),
    buttons: [{ label: 'Neue Adresse bestätigen', url }],
    note: 'Der Link gilt 7 Tage und nur einmal. Der Code gilt 30 Minuten.',
    footer: `Du hast bei ${brand} keine Adresse geändert? Dann musst du nichts tun.`,
  }),
  en: ({ firstname, url, code }, brand) => ({
    subject: 'Please confirm your new e-mail address',
    preview: 'One more click and your new address takes effect.',
    heading: 'Your new address',
    greeting: `Hello ${firstname}`,
    body: ['Confirm that this address is yours. Only then does it replace the old one.'],
    ...(code && { facts: [{ label: 'Code to type', value: code }] }),
    buttons: [{ label: 'Confirm new address', url }],
    note: 'The link works once, within 7 days. The code works for 30 minutes.',
    footer: `You did not change your address at ${brand}? Then you do not need to do anything.`,
  }),
  fr: ({ firstname, url, code }, brand) => ({
    subject: 'Veuillez confirmer votre nouvelle adresse e-mail',
    preview: 'Encore un clic et votre nouvelle adresse sera valable.',
    heading: 'Votre nouvelle adresse',
    greeting: `Bonjour ${firstname}`,
    body: [
      'Confirmez que cette adresse est la vôtre. Elle ne remplacera l’ancienne qu’à ce moment-là.',
    ],
    ...(code && { facts: [{ label: 'Code à saisir', value: code }] }),
    buttons: [{ label: 'Confirmer la nouvelle adresse', url }],
    note: 'Le lien est valable 7 jours et une seule fois. Le code est valable 30 minutes.',
    footer: `Vous n’avez pas changé d’adresse sur ${brand} ? Alors vous n’avez rien à faire.`,
  }),
})
