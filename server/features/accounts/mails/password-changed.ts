import { defineMail } from '../../../mail/mail-template.ts'

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
    heading: 'Dein Passwort ist geändert',
    greeting: `Hallo ${firstname}`,
    body: [
      `Dein Passwort bei ${brand} wurde soeben geändert. Auf allen anderen Geräten bist du abgemeldet.`,
      ...(passkeys > 0
        ? [
            'Deine Passkeys gelten weiter. Im Profil unter «Anmeldung und Sicherheit» kannst du sie löschen.',
          ]
        : []),
      'Warst du das nicht? Dann wähle sofort ein neues.',
    ],
    buttons: [{ label: 'Ich war das nicht', url }],
    footer: 'Warst du es selbst, musst du nichts tun.',
  }),
  en: ({ firstname, url, passkeys }, brand) => ({
    subject: 'Your password was changed',
    preview: 'You are logged out on all other devices.',
    heading: 'Your password is changed',
    greeting: `Hello ${firstname}`,
    body: [
      `Your password at ${brand} was just changed. You are logged out on all other devices.`,
      ...(passkeys > 0
        ? [
            'Your passkeys keep working. You can remove them in your profile under “Login and security”.',
          ]
        : []),
      'Was that not you? Then choose a new one at once.',
    ],
    buttons: [{ label: 'It was not me', url }],
    footer: 'If it was you, there is nothing to do.',
  }),
  fr: ({ firstname, url, passkeys }, brand) => ({
    subject: 'Votre mot de passe a été changé',
    preview: 'Vous êtes déconnecté sur tous les autres appareils.',
    heading: 'Votre mot de passe est changé',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Votre mot de passe sur ${brand} vient d’être changé. Vous êtes déconnecté sur tous les autres appareils.`,
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
