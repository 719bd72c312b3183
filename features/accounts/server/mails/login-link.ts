import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  url: string
}

/** Logs in without a password, for ten minutes. */
export const loginLink = defineMail<Content>('loginLink', {
  de: ({ firstname, url }, brand) => ({
    subject: `Dein Link zum Anmelden bei ${brand}`,
    preview: 'Ein Klick, und du bist angemeldet. Der Link gilt 10 Minuten.',
    heading: 'Anmelden ohne Passwort',
    greeting: `Hallo ${firstname}`,
    body: ['Mit diesem Knopf meldest du dich an.'],
    buttons: [{ label: 'Jetzt anmelden', url }],
    note: 'Der Link gilt 10 Minuten und nur einmal. Gib diese E-Mail nicht weiter.',
    footer: 'Du wolltest dich nicht anmelden? Dann musst du nichts tun.',
  }),
  en: ({ firstname, url }, brand) => ({
    subject: `Your link to log in at ${brand}`,
    preview: 'One click and you are logged in. The link works for 10 minutes.',
    heading: 'Log in without a password',
    greeting: `Hello ${firstname}`,
    body: ['Log in with this button.'],
    buttons: [{ label: 'Log in now', url }],
    note: 'The link works once, within 10 minutes. Please do not pass this e-mail on.',
    footer: 'You did not want to log in? Then you do not need to do anything.',
  }),
  fr: ({ firstname, url }, brand) => ({
    subject: `Votre lien de connexion à ${brand}`,
    preview: 'Un clic suffit pour vous connecter. Le lien est valable 10 minutes.',
    heading: 'Se connecter sans mot de passe',
    greeting: `Bonjour ${firstname}`,
    body: ['Ce bouton vous connecte.'],
    buttons: [{ label: 'Se connecter', url }],
    note: 'Le lien est valable 10 minutes et une seule fois. Ne transmettez pas cet e-mail.',
    footer: 'Vous ne vouliez pas vous connecter ? Alors vous n’avez rien à faire.',
  }),
})
