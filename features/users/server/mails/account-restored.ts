import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  /** Where one logs in. */
  url: string
}

/** Tells somebody that they may log in again. */
export const accountRestored = defineMail<Content>('accountRestored', {
  de: ({ firstname, url }, brand) => ({
    subject: `Dein Konto bei ${brand} ist wieder offen`,
    preview: 'Du kannst dich wieder anmelden.',
    heading: 'Schön, dass du wieder da bist',
    greeting: `Hallo ${firstname}`,
    body: [
      `Die Sperre deines Kontos bei ${brand} ist aufgehoben. Du kannst dich wieder anmelden, und dein Briefkasten ist zu sehen wie vorher.`,
      'Anfragen, die mit der Sperre zu Ende gingen, bleiben beendet.',
    ],
    buttons: [{ label: 'Anmelden', url }],
    footer: 'Du bekommst diese E-Mail, weil sie dein Konto betrifft.',
  }),
  en: ({ firstname, url }, brand) => ({
    subject: `Your account at ${brand} is open again`,
    preview: 'You can log in again.',
    heading: 'Good to have you back',
    greeting: `Hello ${firstname}`,
    body: [
      `Your account at ${brand} is no longer suspended. You can log in again, and your letterbox is shown as before.`,
      'Requests that ended with the suspension stay ended.',
    ],
    buttons: [{ label: 'Log in', url }],
    footer: 'You get this e-mail because it concerns your account.',
  }),
  fr: ({ firstname, url }, brand) => ({
    subject: `Votre compte ${brand} est de nouveau ouvert`,
    preview: 'Vous pouvez de nouveau vous connecter.',
    heading: 'Heureux de vous revoir',
    greeting: `Bonjour ${firstname}`,
    body: [
      `La suspension de votre compte ${brand} est levée. Vous pouvez de nouveau vous connecter, et votre boîte aux lettres est visible comme avant.`,
      'Les demandes qui ont pris fin avec la suspension restent terminées.',
    ],
    buttons: [{ label: 'Se connecter', url }],
    footer: 'Vous recevez cet e-mail parce qu’il concerne votre compte.',
  }),
})
