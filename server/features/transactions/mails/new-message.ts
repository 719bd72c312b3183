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
      ? `${fromFirstname} fragt nach «${item}»`
      : `${fromFirstname} schreibt dir wegen «${item}»`,
    preview: text.slice(0, 120),
    heading: firstInTransaction
      ? `${fromFirstname} fragt nach «${item}»`
      : `${fromFirstname} schreibt dir`,
    greeting: `Hallo ${firstname}`,
    body: [
      firstInTransaction
        ? `${fromFirstname} möchte das von dir ausleihen und schreibt:`
        : `Es geht um «${item}»:`,
    ],
    quote: text,
    buttons: [{ label: 'Ansehen und antworten', url }],
    note: 'Der Link meldet dich einmal an und gilt 7 Tage. Gib diese E-Mail nicht weiter. Wir fragen nie nach Geld oder Codes.',
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} Nachrichten eingeschaltet hast.`,
  }),
  en: ({ firstname, fromFirstname, item, text, firstInTransaction, url }, brand) => ({
    subject: firstInTransaction
      ? `${fromFirstname} asks for “${item}”`
      : `${fromFirstname} has written about “${item}”`,
    preview: text.slice(0, 120),
    heading: firstInTransaction
      ? `${fromFirstname} asks for “${item}”`
      : `${fromFirstname} has written to you`,
    greeting: `Hello ${firstname}`,
    body: [
      firstInTransaction
        ? `${fromFirstname} would like to borrow this from you and writes:`
        : `It is about “${item}”:`,
    ],
    quote: text,
    buttons: [{ label: 'Read and answer', url }],
    note: 'The link logs you in once, within 7 days. Please do not pass this e-mail on. We never ask for money or codes.',
    footer: `You are getting this e-mail because you switched on messages at ${brand}.`,
  }),
  fr: ({ firstname, fromFirstname, item, text, firstInTransaction, url }, brand) => ({
    subject: firstInTransaction
      ? `${fromFirstname} demande « ${item} »`
      : `${fromFirstname} vous écrit au sujet de « ${item} »`,
    preview: text.slice(0, 120),
    heading: firstInTransaction
      ? `${fromFirstname} demande « ${item} »`
      : `${fromFirstname} vous a écrit`,
    greeting: `Bonjour ${firstname}`,
    body: [
      firstInTransaction
        ? `${fromFirstname} aimerait vous emprunter cet objet et vous écrit :`
        : `Au sujet de « ${item} » :`,
    ],
    quote: text,
    buttons: [{ label: 'Lire et répondre', url }],
    note: 'Le lien vous connecte une seule fois, pendant 7 jours. Ne transmettez pas cet e-mail. Nous ne demandons jamais d’argent ni de codes.',
    footer: `Vous recevez cet e-mail parce que vous avez activé les messages sur ${brand}.`,
  }),
})
