import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  url: string
  /** For whoever reads the mail on another device; absent in a mail that waits from a version before. */
  code?: string
}

/** The way to a new password, for three hours. */
export const passwordRecovery = defineMail<Content>('passwordRecovery', {
  de: ({ firstname, url, code }, brand) => ({
    subject: 'Dein neues Passwort',
    preview: 'Wähle ein neues Passwort. Der Link gilt 3 Stunden.',
    heading: 'Neues Passwort wählen',
    greeting: `Hallo ${firstname}`,
    body: ['Du hast dein Passwort vergessen? Mit diesem Knopf wählst du ein neues.'],
    ...(code && { facts: [{ label: 'Code zum Abtippen', value: code }] }),
    buttons: [{ label: 'Neues Passwort wählen', url }],
    note: 'Der Link gilt 3 Stunden und nur einmal. Hast du mehrere Links bekommen, gilt nur der neueste. Der Code gilt 30 Minuten.',
    footer: `Du hast bei ${brand} kein neues Passwort verlangt? Dann musst du nichts tun: Dein Passwort bleibt, wie es ist.`,
  }),
  en: ({ firstname, url, code }, brand) => ({
    subject: 'Your new password',
    preview: 'Choose a new password. The link works for 3 hours.',
    heading: 'Choose a new password',
    greeting: `Hello ${firstname}`,
    body: ['Have you forgotten your password? Choose a new one with this button.'],
    ...(code && { facts: [{ label: 'Code to type', value: code }] }),
    buttons: [{ label: 'Choose a new password', url }],
    note: 'The link works once, within 3 hours. If you got several links, only the newest one works. The code works for 30 minutes.',
    footer: `You did not ask ${brand} for a new password? Then you do not need to do anything: your password stays the same.`,
  }),
  fr: ({ firstname, url, code }, brand) => ({
    subject: 'Votre nouveau mot de passe',
    preview: 'Choisissez un nouveau mot de passe. Le lien est valable 3 heures.',
    heading: 'Choisir un nouveau mot de passe',
    greeting: `Bonjour ${firstname}`,
    body: ['Vous avez oublié votre mot de passe ? Ce bouton vous permet d’en choisir un nouveau.'],
    ...(code && { facts: [{ label: 'Code à saisir', value: code }] }),
    buttons: [{ label: 'Choisir un nouveau mot de passe', url }],
    note: 'Le lien est valable 3 heures et une seule fois. Si vous en avez reçu plusieurs, seul le dernier fonctionne. Le code est valable 30 minutes.',
    footer: `Vous n’avez pas demandé de nouveau mot de passe à ${brand} ? Alors vous n’avez rien à faire : votre mot de passe reste le même.`,
  }),
})
