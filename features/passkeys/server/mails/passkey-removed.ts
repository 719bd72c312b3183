import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  name: string
  url: string
}

/** Tells of a passkey that no longer logs in. */
export const passkeyRemoved = defineMail<Content>('passkeyRemoved', {
  de: ({ firstname, name, url }, brand) => ({
    subject: 'Ein Passkey wurde gelöscht',
    preview: 'Mit ihm kann man sich nicht mehr anmelden.',
    heading: 'Ein Passkey wurde gelöscht',
    greeting: `Hallo ${firstname}`,
    body: [`Mit diesem Passkey kann man sich bei ${brand} nicht mehr anmelden:`],
    quote: name,
    buttons: [{ label: 'Meine Passkeys ansehen', url }],
    note: 'Warst du das nicht? Dann wähle «Überall abmelden» und setze ein neues Passwort.',
    footer: 'Warst du es selbst, musst du nichts tun.',
  }),
  en: ({ firstname, name, url }, brand) => ({
    subject: 'A passkey has been removed',
    preview: 'It no longer logs in.',
    heading: 'A passkey has been removed',
    greeting: `Hello ${firstname}`,
    body: [`This passkey no longer logs in at ${brand}:`],
    quote: name,
    buttons: [{ label: 'See my passkeys', url }],
    note: 'If this was not you, choose “Log out everywhere” and set a new password.',
    footer: 'If it was you, you do not need to do anything.',
  }),
  fr: ({ firstname, name, url }, brand) => ({
    subject: 'Une clé d’accès a été supprimée',
    preview: 'Elle ne permet plus de se connecter.',
    heading: 'Une clé d’accès a été supprimée',
    greeting: `Bonjour ${firstname}`,
    body: [`Cette clé d’accès ne permet plus de se connecter à ${brand} :`],
    quote: name,
    buttons: [{ label: 'Voir mes clés d’accès', url }],
    note: 'Ce n’était pas vous ? Choisissez « Déconnecter partout » et un nouveau mot de passe.',
    footer: 'Si c’était vous, vous n’avez rien à faire.',
  }),
})
