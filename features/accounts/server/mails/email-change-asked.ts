import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  newEmail: string
  url: string
}

/** To the old address, as soon as somebody wants another one. */
export const emailChangeAsked = defineMail<Content>('emailChangeAsked', {
  de: ({ firstname, newEmail, url }, brand) => ({
    subject: 'Deine E-Mail-Adresse soll sich ändern',
    preview: `Die neue Adresse soll ${newEmail} sein.`,
    heading: 'Eine neue Adresse für dein Konto',
    greeting: `Hallo ${firstname}`,
    body: [
      `Für dein Konto bei ${brand} wurde eine neue E-Mail-Adresse eingetragen: ${newEmail}. Sie gilt, sobald sie bestätigt ist.`,
      'Warst du das nicht? Dann ändere sofort dein Passwort.',
    ],
    buttons: [{ label: 'Passwort ändern', url }],
    footer: 'Warst du es selbst, musst du nichts tun.',
  }),
  en: ({ firstname, newEmail, url }, brand) => ({
    subject: 'Your e-mail address is about to change',
    preview: `The new address will be ${newEmail}.`,
    heading: 'A new address for your account',
    greeting: `Hello ${firstname}`,
    body: [
      `A new e-mail address was entered for your account at ${brand}: ${newEmail}. It takes effect once it has been confirmed.`,
      'If this was not you, change your password at once.',
    ],
    buttons: [{ label: 'Change password', url }],
    footer: 'If it was you, you do not need to do anything.',
  }),
  fr: ({ firstname, newEmail, url }, brand) => ({
    subject: 'Votre adresse e-mail va changer',
    preview: `La nouvelle adresse sera ${newEmail}.`,
    heading: 'Une nouvelle adresse pour votre compte',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Une nouvelle adresse e-mail a été saisie pour votre compte ${brand} : ${newEmail}. Elle sera valable dès sa confirmation.`,
      'Ce n’était pas vous ? Changez tout de suite votre mot de passe.',
    ],
    buttons: [{ label: 'Changer le mot de passe', url }],
    footer: 'Si c’était vous, vous n’avez rien à faire.',
  }),
})
