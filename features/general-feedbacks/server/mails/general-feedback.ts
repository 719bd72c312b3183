import { defineMail } from '#platform/server/mail/mail-template.ts'
import type { FeedbackType } from '../../contract.ts'

const TYPES: Record<'de' | 'en' | 'fr', Record<FeedbackType, string>> = {
  de: {
    question: 'Eine Frage',
    missing_function: 'Etwas fehlt',
    found_error: 'Ein Fehler',
    congratulate: 'Ein Lob',
    something_else: 'Etwas anderes',
  },
  en: {
    question: 'A question',
    missing_function: 'Something is missing',
    found_error: 'An error',
    congratulate: 'Praise',
    something_else: 'Something else',
  },
  fr: {
    question: 'Une question',
    missing_function: 'Il manque quelque chose',
    found_error: 'Une erreur',
    congratulate: 'Un compliment',
    something_else: 'Autre chose',
  },
}

interface Content {
  type: FeedbackType
  content: string
  email: string
  /** Where it is worked through; missing in what waits since an earlier version. */
  page?: string
}

/** To the administrator: what a user thinks of the app. */
export const generalFeedback = defineMail<Content>('generalFeedback', {
  de: ({ type, content, email, page }, brand) => ({
    subject: `Rückmeldung: ${TYPES.de[type]}`,
    preview: content.slice(0, 120),
    heading: TYPES.de[type],
    greeting: 'Hallo',
    body: [`Geschrieben von ${email}. Antworte auf diese E-Mail, um zurückzuschreiben.`],
    quote: content,
    buttons: page ? [{ label: 'Feedback bearbeiten', url: page }] : [],
    footer: `Du bekommst diese E-Mail, weil du ${brand} betreust.`,
  }),
  en: ({ type, content, email, page }, brand) => ({
    subject: `Feedback: ${TYPES.en[type]}`,
    preview: content.slice(0, 120),
    heading: TYPES.en[type],
    greeting: 'Hello',
    body: [`Written by ${email}. Reply to this e-mail to write back.`],
    quote: content,
    buttons: page ? [{ label: 'Look after the feedback', url: page }] : [],
    footer: `You are getting this e-mail because you look after ${brand}.`,
  }),
  fr: ({ type, content, email, page }, brand) => ({
    subject: `Message sur l’application : ${TYPES.fr[type]}`,
    preview: content.slice(0, 120),
    heading: TYPES.fr[type],
    greeting: 'Bonjour',
    body: [`Message de ${email}. Répondez à cet e-mail pour lui écrire.`],
    quote: content,
    buttons: page ? [{ label: 'Traiter le message', url: page }] : [],
    footer: `Vous recevez cet e-mail parce que vous gérez ${brand}.`,
  }),
})
