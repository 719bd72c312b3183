import { defineMail } from '../../../mail/mail-template.ts'

interface Content {
  firstname: string
  fromFirstname: string
  /** Name of the item in the recipient's language. */
  item: string
  text: string
  firstInTransaction: boolean
  url: string
}

/** Tells of a request or an answer. */
export const newMessage = defineMail<Content>('newMessage', {
  de: ({ firstname, fromFirstname, item, text, firstInTransaction, url }, brand) => ({
    subject: firstInTransaction
      ? `${fromFirstname} möchte ausleihen: ${item}`
      : `${fromFirstname} hat geantwortet: ${item}`,
    preview: text.slice(0, 120),
    heading: firstInTransaction ? 'Eine Nachbarin oder ein Nachbar fragt' : 'Eine neue Nachricht',
    greeting: `Hallo ${firstname}`,
    body: [
      firstInTransaction
        ? `${fromFirstname} fragt dich nach: ${item}.`
        : `${fromFirstname} schreibt dir zu: ${item}.`,
    ],
    quote: text,
    buttons: [{ label: 'Ansehen und antworten', url }],
    note: 'Der Link meldet dich einmal an und gilt 7 Tage. Gib diese E-Mail nicht weiter. Wir fragen nie nach Geld oder Codes.',
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} Nachrichten eingeschaltet hast.`,
  }),
  en: ({ firstname, fromFirstname, item, text, firstInTransaction, url }, brand) => ({
    subject: firstInTransaction
      ? `${fromFirstname} would like to borrow: ${item}`
      : `${fromFirstname} answered: ${item}`,
    preview: text.slice(0, 120),
    heading: firstInTransaction ? 'A neighbour is asking' : 'A new message',
    greeting: `Hello ${firstname}`,
    body: [
      firstInTransaction
        ? `${fromFirstname} asks you for: ${item}.`
        : `${fromFirstname} writes about: ${item}.`,
    ],
    quote: text,
    buttons: [{ label: 'Read and answer', url }],
    note: 'The link logs you in once, within 7 days. Do not pass this mail on. We never ask for money or codes.',
    footer: `You get this mail because you switched on messages at ${brand}.`,
  }),
  fr: ({ firstname, fromFirstname, item, text, firstInTransaction, url }, brand) => ({
    subject: firstInTransaction
      ? `${fromFirstname} aimerait emprunter : ${item}`
      : `${fromFirstname} a répondu : ${item}`,
    preview: text.slice(0, 120),
    heading: firstInTransaction ? 'Une demande du voisinage' : 'Un nouveau message',
    greeting: `Bonjour ${firstname}`,
    body: [
      firstInTransaction
        ? `${fromFirstname} vous demande : ${item}.`
        : `${fromFirstname} vous écrit au sujet de : ${item}.`,
    ],
    quote: text,
    buttons: [{ label: 'Lire et répondre', url }],
    note: 'Le lien vous connecte une seule fois, pendant 7 jours. Ne transmettez pas cet e-mail. Nous ne demandons jamais d’argent ni de codes.',
    footer: `Vous recevez cet e-mail parce que vous avez activé les messages sur ${brand}.`,
  }),
})
