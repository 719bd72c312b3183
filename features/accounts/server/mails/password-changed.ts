import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  url: string
  /** How many passkeys go on logging in. */
  passkeys: number
}

/** Tells of a new password; every other session has ended by then. */
export const passwordChanged = defineMail<Content>('passwordChanged', {
  de: ({ firstname, url, passkeys }, brand) => ({
    subject: 'Dein Passwort wurde geändert',
    preview: 'Auf allen anderen Geräten bist du abgemeldet.',
    heading: 'Dein Passwort wurde geändert',
    greeting: `Hallo ${firstname}`,
    body: [
      `Dein Passwort bei ${brand} wurde soeben geändert. Auf allen anderen Geräten bist du abgemeldet.`,
      ...(passkeys > 0
        ? [
            'Deine Passkeys gelten weiter. Im Profil unter «Anmeldung und Sicherheit» kannst du sie löschen.',
          ]
        : []),
      'Warst du das nicht? Dann wähle sofort ein neues Passwort.',
    ],
    buttons: [{ label: 'Ich war das nicht', url }],
    footer: 'Warst du es selbst, musst du nichts tun.',
  }),
  en: ({ firstname, url, passkeys }, brand) => ({
    subject: 'Your password has been changed',
    preview: 'You have been logged out on all other devices.',
    heading: 'Your password has been changed',
    greeting: `Hello ${firstname}`,
    body: [
      `Your password at ${brand} has just been changed. You have been logged out on all other devices.`,
      ...(passkeys > 0
        ? [
            'Your passkeys keep working. You can remove them in your profile under “Login and security”.',
          ]
        : []),
      'If this was not you, choose a new password at once.',
    ],
    buttons: [{ label: 'It was not me', url }],
    footer: 'If it was you, you do not need to do anything.',
  }),
  fr: ({ firstname, url, passkeys }, brand) => ({
    subject: 'Votre mot de passe a été changé',
    preview: 'Tous vos autres appareils ont été déconnectés.',
    heading: 'Votre mot de passe a été changé',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Votre mot de passe sur ${brand} vient d’être changé. Tous vos autres appareils ont été déconnectés.`,
      ...(passkeys > 0
        ? [
            'Vos clés d’accès restent valables. Vous pouvez les supprimer dans votre profil, sous « Connexion et sécurité ».',
          ]
        : []),
      'Ce n’était pas vous ? Choisissez-en tout de suite un nouveau.',
    ],
    buttons: [{ label: 'Ce n’était pas moi', url }],
    footer: 'Si c’était vous, vous n’avez rien à faire.',
  }),
})
