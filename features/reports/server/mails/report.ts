import { defineMail } from '#platform/server/mail/mail-template.ts'
import type { ReportTypeName } from '../../contract.ts'

const TYPES: Record<'de' | 'en' | 'fr', Record<ReportTypeName, string>> = {
  de: { missing_sticker: 'Ein Sticker fehlt', no_access: 'Kein Zugang', other: 'Etwas anderes' },
  en: { missing_sticker: 'A sticker is missing', no_access: 'No access', other: 'Something else' },
  fr: {
    missing_sticker: 'Il manque un autocollant',
    no_access: 'Pas d’accès',
    other: 'Autre chose',
  },
}

interface Content {
  type: ReportTypeName
  title: string
  message: string
  /** Of whoever reported. */
  email: string
  /** Of the letterbox, in one line. */
  address: string
  url: string
  /** Where it is worked through; missing in what waits since an earlier version. */
  page?: string
}

/** To the administrator: something is wrong with a letterbox. */
export const report = defineMail<Content>('report', {
  de: ({ type, title, message, email, address, url, page }, brand) => ({
    subject: `Meldung zu einem Briefkasten: ${title}`,
    preview: `${TYPES.de[type]}: ${address}`,
    heading: 'Jemand hat ein Problem gemeldet',
    greeting: 'Hallo',
    body: [
      `${address}: ${TYPES.de[type]}.`,
      `Titel: ${title}`,
      `Geschrieben von ${email}. Antworte auf diese E-Mail, um zurückzuschreiben.`,
    ],
    ...(message && { quote: message }),
    buttons: [
      ...(page ? [{ label: 'Meldung bearbeiten', url: page }] : []),
      { label: 'Briefkasten ansehen', url },
    ],
    footer: `Du bekommst diese E-Mail, weil du ${brand} betreust.`,
  }),
  en: ({ type, title, message, email, address, url, page }, brand) => ({
    subject: `Report about a letterbox: ${title}`,
    preview: `${TYPES.en[type]}: ${address}`,
    heading: 'Somebody has reported a problem',
    greeting: 'Hello',
    body: [
      `${address}: ${TYPES.en[type]}.`,
      `Title: ${title}`,
      `Written by ${email}. Reply to this e-mail to write back.`,
    ],
    ...(message && { quote: message }),
    buttons: [
      ...(page ? [{ label: 'Look after the report', url: page }] : []),
      { label: 'See the letterbox', url },
    ],
    footer: `You are getting this e-mail because you look after ${brand}.`,
  }),
  fr: ({ type, title, message, email, address, url, page }, brand) => ({
    subject: `Signalement d’une boîte aux lettres : ${title}`,
    preview: `${TYPES.fr[type]} : ${address}`,
    heading: 'Quelqu’un a signalé un problème',
    greeting: 'Bonjour',
    body: [
      `${address} : ${TYPES.fr[type]}.`,
      `Titre : ${title}`,
      `Message de ${email}. Répondez à cet e-mail pour lui écrire.`,
    ],
    ...(message && { quote: message }),
    buttons: [
      ...(page ? [{ label: 'Traiter le signalement', url: page }] : []),
      { label: 'Voir la boîte aux lettres', url },
    ],
    footer: `Vous recevez cet e-mail parce que vous gérez ${brand}.`,
  }),
})
