import { defineMail } from '#platform/server/mail/mail-template.ts'
import type { StaffRole } from './role-granted.ts'

interface Content {
  firstname: string
  /** What they were. */
  role: StaffRole
  /** The start page. */
  url: string
}

/** Tells somebody that they are a member like others from now on. */
export const roleRevoked = defineMail<Content>('roleRevoked', {
  de: ({ firstname, role, url }, brand) => ({
    subject:
      role === 'admin' ? `Du verwaltest ${brand} nicht mehr` : `Du moderierst ${brand} nicht mehr`,
    preview: 'Dein Konto ist wieder eines wie andere.',
    heading: 'Deine Aufgabe ist zu Ende',
    greeting: `Hallo ${firstname}`,
    body: [
      `Ab sofort ist dein Konto bei ${brand} wieder eines wie andere. Dein Briefkasten, deine Nachrichten und alles Weitere bleiben, wie sie sind.`,
      'Danke für alles, was du für die Gemeinschaft getan hast.',
    ],
    buttons: [{ label: 'Zur Karte', url }],
    footer:
      'Weisst du nicht, warum du diese E-Mail bekommst? Dann antworte auf sie: Wer diese Gemeinschaft betreibt, liest es.',
  }),
  en: ({ firstname, role, url }, brand) => ({
    subject:
      role === 'admin'
        ? `You do not administer ${brand} any more`
        : `You do not moderate ${brand} any more`,
    preview: 'Your account is one like others again.',
    heading: 'Your task has ended',
    greeting: `Hello ${firstname}`,
    body: [
      `From now on your account at ${brand} is one like others again. Your letterbox, your messages and all else stay as they are.`,
      'Thank you for all that you did for the community.',
    ],
    buttons: [{ label: 'To the map', url }],
    footer:
      'You do not know why you are getting this e-mail? Then answer it: those who run this community read it.',
  }),
  fr: ({ firstname, role, url }, brand) => ({
    subject:
      role === 'admin' ? `Vous n’administrez plus ${brand}` : `Vous ne modérez plus ${brand}`,
    preview: 'Votre compte redevient un compte comme les autres.',
    heading: 'Votre tâche est terminée',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Dès maintenant, votre compte sur ${brand} redevient un compte comme les autres. Votre boîte aux lettres, vos messages et tout le reste demeurent tels quels.`,
      'Merci pour tout ce que vous avez fait pour la communauté.',
    ],
    buttons: [{ label: 'Vers la carte', url }],
    footer:
      'Vous ne savez pas pourquoi vous recevez cet e-mail ? Répondez-y : les personnes qui gèrent cette communauté le liront.',
  }),
})
