import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  newEmail: string
}

/** To the old address, the last mail it gets. */
export const emailChanged = defineMail<Content>('emailChanged', {
  de: ({ firstname, newEmail }, brand) => ({
    subject: 'Deine E-Mail-Adresse wurde geändert',
    preview: `Dein Konto hat jetzt die Adresse ${newEmail}.`,
    heading: 'Deine Adresse wurde geändert',
    greeting: `Hallo ${firstname}`,
    body: [
      `Dein Konto bei ${brand} hat jetzt die E-Mail-Adresse ${newEmail}. An diese hier schreiben wir nicht mehr.`,
      'Warst du das nicht? Dann antworte auf diese E-Mail, damit wir dir helfen.',
    ],
    buttons: [],
    footer: 'Warst du es selbst, musst du nichts tun.',
  }),
  en: ({ firstname, newEmail }, brand) => ({
    subject: 'Your e-mail address has been changed',
    preview: `Your account now has the address ${newEmail}.`,
    heading: 'Your address has been changed',
    greeting: `Hello ${firstname}`,
    body: [
      `Your account at ${brand} now has the e-mail address ${newEmail}. We will no longer write to this one.`,
      'If this was not you, reply to this e-mail so that we can help.',
    ],
    buttons: [],
    footer: 'If it was you, you do not need to do anything.',
  }),
  fr: ({ firstname, newEmail }, brand) => ({
    subject: 'Votre adresse e-mail a été changée',
    preview: `Votre compte a maintenant l’adresse ${newEmail}.`,
    heading: 'Votre adresse a été changée',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Votre compte ${brand} a maintenant l’adresse e-mail ${newEmail}. Nous n’écrirons plus à celle-ci.`,
      'Ce n’était pas vous ? Répondez à cet e-mail et nous vous aiderons.',
    ],
    buttons: [],
    footer: 'Si c’était vous, vous n’avez rien à faire.',
  }),
})
