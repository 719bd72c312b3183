import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  /** As it was typed, in the language of whoever is told. */
  reason: string
  url: string
}

/** Tells somebody that their account is suspended, and why. */
export const accountSuspended = defineMail<Content>('accountSuspended', {
  de: ({ firstname, reason, url }, brand) => ({
    subject: `Dein Konto bei ${brand} ist gesperrt`,
    preview: 'Hier steht, warum, und was du tun kannst.',
    heading: 'Dein Konto ist gesperrt',
    greeting: `Hallo ${firstname}`,
    body: [
      `Wer diese Gemeinschaft betreibt, hat dein Konto bei ${brand} gesperrt. Du kannst dich nicht anmelden, dein Briefkasten ist nicht zu sehen, und offene Anfragen sind beendet. Gelöscht ist nichts.`,
      'Das ist der Grund:',
    ],
    quote: reason,
    buttons: [{ label: 'Zur Karte', url }],
    note: 'Siehst du das anders, oder hat es sich geklärt? Dann antworte auf diese E-Mail: Wer diese Gemeinschaft betreibt, liest es und kann die Sperre aufheben. Bestellungen und Quittungen bleiben über ihren Link erreichbar.',
    footer: 'Du bekommst diese E-Mail, weil sie dein Konto betrifft.',
  }),
  en: ({ firstname, reason, url }, brand) => ({
    subject: `Your account at ${brand} is suspended`,
    preview: 'This says why, and what you can do.',
    heading: 'Your account is suspended',
    greeting: `Hello ${firstname}`,
    body: [
      `Those who run this community have suspended your account at ${brand}. You cannot log in, your letterbox is not shown, and open requests have ended. Nothing is deleted.`,
      'This is the reason:',
    ],
    quote: reason,
    buttons: [{ label: 'To the map', url }],
    note: 'Do you see it differently, or has it been settled? Then answer this e-mail: those who run this community read it and can let you in again. Orders and receipts can still be reached by their link.',
    footer: 'You get this e-mail because it concerns your account.',
  }),
  fr: ({ firstname, reason, url }, brand) => ({
    subject: `Votre compte ${brand} est suspendu`,
    preview: 'Voici pourquoi, et ce que vous pouvez faire.',
    heading: 'Votre compte est suspendu',
    greeting: `Bonjour ${firstname}`,
    body: [
      `Les personnes qui gèrent cette communauté ont suspendu votre compte ${brand}. Vous ne pouvez pas vous connecter, votre boîte aux lettres n’est plus visible et les demandes en cours ont pris fin. Rien n’est supprimé.`,
      'Voici la raison :',
    ],
    quote: reason,
    buttons: [{ label: 'Vers la carte', url }],
    note: 'Vous n’êtes pas d’accord, ou tout est réglé ? Répondez à cet e-mail : les personnes qui gèrent cette communauté le liront et peuvent lever la suspension. Les commandes et les reçus restent accessibles par leur lien.',
    footer: 'Vous recevez cet e-mail parce qu’il concerne votre compte.',
  }),
})
