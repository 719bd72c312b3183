import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  url: string
  /** For whoever reads the mail on another device; absent in a mail that waits from a version before. */
  code?: string
}

/** Asks to confirm the address of a new account. */
export const emailConfirmation = defineMail<Content>('emailConfirmation', {
  de: ({ firstname, url, code }, brand) => ({
    subject: `Bitte bestätige deine E-Mail-Adresse`,
    preview: `Noch ein Klick, und du bist bei ${brand} dabei.`,
    heading: 'Schön, dass du dabei bist!',
    greeting: `Hallo ${firstname}`,
    body: [
      `Bestätige mit einem Klick, dass diese Adresse dir gehört. Danach wählst du ein Passwort und kannst deine Nachbarn anschreiben.`,
    ],
    ...(code && { facts: [{ label: 'Code zum Abtippen', value: code }] }),
    buttons: [{ label: 'Adresse bestätigen', url }],
    note: 'Der Link gilt 7 Tage und nur einmal. Der Code gilt 30 Minuten.',
    footer: `Du hast dich nicht bei ${brand} registriert? Dann musst du nichts tun.`,
  }),
  en: ({ firstname, url, code }, brand) => ({
    subject: 'Please confirm your e-mail address',
    preview: `One more click and you have joined ${brand}.`,
    heading: 'Good to have you with us!',
    greeting: `Hello ${firstname}`,
    body: [
      'Confirm with one click that this address is yours. After that you choose a password, and you can write to your neighbours.',
    ],
    ...(code && { facts: [{ label: 'Code to type', value: code }] }),
    buttons: [{ label: 'Confirm address', url }],
    note: 'The link works once, within 7 days. The code works for 30 minutes.',
    footer: `You did not sign up for ${brand}? Then you do not need to do anything.`,
  }),
  fr: ({ firstname, url, code }, brand) => ({
    subject: 'Veuillez confirmer votre adresse e-mail',
    preview: `Encore un clic et vous faites partie de ${brand}.`,
    heading: 'Bienvenue !',
    greeting: `Bonjour ${firstname}`,
    body: [
      'Confirmez d’un clic que cette adresse est la vôtre. Vous choisirez ensuite un mot de passe et pourrez écrire aux gens de votre voisinage.',
    ],
    ...(code && { facts: [{ label: 'Code à saisir', value: code }] }),
    buttons: [{ label: 'Confirmer l’adresse', url }],
    note: 'Le lien est valable 7 jours et une seule fois. Le code est valable 30 minutes.',
    footer: `Vous n’avez pas créé de compte sur ${brand} ? Alors vous n’avez rien à faire.`,
  }),
})
