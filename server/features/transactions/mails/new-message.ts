import { defineMail } from '../../../mail/mail-template.ts'

export interface NewMessage {
  firstname: string
  fromFirstname: string
  /** Name of the item in the recipient's language. */
  item: string
  text: string
  firstInTransaction: boolean
  url: string
  /** These three are missing in mails that an earlier version left in the queue. */
  settingsUrl?: string
  /** Where such mails are ended. */
  offUrl?: string
  /** By it the mail is looked at again when it is sent. */
  about?: { user_id: string; transaction_id: string; message_id: string }
}

interface LinkTexts {
  settings: string
  noRequests: string
  noMails: string
}

function linksOf(
  firstInTransaction: boolean,
  { settingsUrl, offUrl }: Pick<NewMessage, 'settingsUrl' | 'offUrl'>,
  texts: LinkTexts,
) {
  if (!settingsUrl || !offUrl) return []
  return [
    { label: firstInTransaction ? texts.noRequests : texts.noMails, url: offUrl },
    { label: texts.settings, url: settingsUrl },
  ]
}

/** Tells of a request or an answer. */
export const newMessage = defineMail<NewMessage>('newMessage', {
  de: ({ firstname, fromFirstname, item, text, firstInTransaction, url, ...links }, brand) => ({
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
    links: linksOf(firstInTransaction, links, {
      settings: 'Einstellungen für Nachrichten und E-Mails',
      noRequests: 'Keine Anfragen mehr bekommen',
      noMails: 'Keine E-Mails zu Nachrichten mehr bekommen',
    }),
  }),
  en: ({ firstname, fromFirstname, item, text, firstInTransaction, url, ...links }, brand) => ({
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
    links: linksOf(firstInTransaction, links, {
      settings: 'Settings for messages and e-mails',
      noRequests: 'Stop getting requests',
      noMails: 'Stop getting e-mails about messages',
    }),
  }),
  fr: ({ firstname, fromFirstname, item, text, firstInTransaction, url, ...links }, brand) => ({
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
    links: linksOf(firstInTransaction, links, {
      settings: 'Réglages des messages et des e-mails',
      noRequests: 'Ne plus recevoir de demandes',
      noMails: 'Ne plus recevoir d’e-mails pour les messages',
    }),
  }),
})
