import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  name: string
  url: string
}

/** Tells of a new passkey, which logs in without the password. */
export const passkeyAdded = defineMail<Content>('passkeyAdded', {
  de: ({ firstname, name, url }, brand) => ({
    subject: 'Ein Passkey ist dazugekommen',
    preview: 'Damit kann man sich ohne Passwort anmelden.',
    heading: 'Du hast einen neuen Passkey',
    greeting: `Hallo ${firstname}`,
    body: [
      `Zu deinem Konto bei ${brand} ist soeben ein Passkey dazugekommen. Wer ihn hat, kann sich ohne Passwort anmelden. Er heisst:`,
    ],
    quote: name,
    buttons: [{ label: 'Meine Passkeys ansehen', url }],
    note: 'Warst du das nicht? Dann lösche den Passkey, wähle «Überall abmelden» und setze ein neues Passwort.',
    footer: 'Warst du es selbst, musst du nichts tun.',
  }),
  en: ({ firstname, name, url }, brand) => ({
    subject: 'A passkey has been added',
    preview: 'It logs in without the password.',
    heading: 'You have a new passkey',
    greeting: `Hello ${firstname}`,
    body: [
      `A passkey has just been added to your account at ${brand}. Whoever has it can log in without the password. Its name is:`,
    ],
    quote: name,
    buttons: [{ label: 'See my passkeys', url }],
    note: 'If this was not you, remove the passkey, choose “Log out everywhere” and set a new password.',
    footer: 'If it was you, you do not need to do anything.',
  }),
  fr: ({ firstname, name, url }, brand) => ({
    subject: 'Une clé d’accès a été ajoutée',
    preview: 'Elle permet de se connecter sans mot de passe.',
    heading: 'Vous avez une nouvelle clé d’accès',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Une clé d’accès vient d’être ajoutée à votre compte sur ${brand}. La personne qui la possède peut se connecter sans mot de passe. Elle s’appelle :`,
    ],
    quote: name,
    buttons: [{ label: 'Voir mes clés d’accès', url }],
    note: 'Ce n’était pas vous ? Supprimez cette clé, choisissez « Déconnecter partout » et un nouveau mot de passe.',
    footer: 'Si c’était vous, vous n’avez rien à faire.',
  }),
})
