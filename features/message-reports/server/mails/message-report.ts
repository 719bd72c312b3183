import { defineMail } from '#platform/server/mail/mail-template.ts'
import type { MessageReportReason } from '../../message-report-reasons.ts'

const REASONS: Record<'de' | 'en' | 'fr', Record<MessageReportReason, string>> = {
  de: {
    money: 'Betrug oder Geld',
    rude: 'Beleidigung oder Drohung',
    unwanted: 'Werbung oder Belästigung',
    other: 'Etwas anderes',
  },
  en: {
    money: 'Fraud or money',
    rude: 'An insult or a threat',
    unwanted: 'Advertising or harassment',
    other: 'Something else',
  },
  fr: {
    money: 'Fraude ou argent',
    rude: 'Insulte ou menace',
    unwanted: 'Publicité ou harcèlement',
    other: 'Autre chose',
  },
}

interface Content {
  reason: MessageReportReason
  /** By who reported it; empty for nothing. */
  note: string
  /** Where it is decided about; missing in what waits since an earlier version. */
  page?: string
}

/** To moderators: somebody reported a message. What that says stands in no mail. */
export const messageReport = defineMail<Content>('messageReport', {
  de: ({ reason, note, page }, brand) => ({
    subject: `Eine Nachricht wurde gemeldet: ${REASONS.de[reason]}`,
    preview: 'Bitte sieh sie dir an.',
    heading: 'Jemand hat eine Nachricht gemeldet',
    greeting: 'Hallo',
    body: [
      `Grund: ${REASONS.de[reason]}.`,
      'Was in der Nachricht steht, steht in keiner E-Mail: Du liest es bei den gemeldeten Nachrichten, mit dem, was direkt davor und danach geschrieben wurde.',
    ],
    ...(note && { quote: note }),
    buttons: page ? [{ label: 'Gemeldete Nachricht ansehen', url: page }] : [],
    footer: `Du bekommst diese E-Mail, weil du ${brand} mit betreust.`,
  }),
  en: ({ reason, note, page }, brand) => ({
    subject: `A message was reported: ${REASONS.en[reason]}`,
    preview: 'Please have a look.',
    heading: 'Somebody has reported a message',
    greeting: 'Hello',
    body: [
      `Reason: ${REASONS.en[reason]}.`,
      'What the message says stands in no e-mail: you read it among the reported messages, with what was written right before and after it.',
    ],
    ...(note && { quote: note }),
    buttons: page ? [{ label: 'Look at the reported message', url: page }] : [],
    footer: `You are getting this e-mail because you help to look after ${brand}.`,
  }),
  fr: ({ reason, note, page }, brand) => ({
    subject: `Un message a été signalé : ${REASONS.fr[reason]}`,
    preview: 'Merci d’y jeter un œil.',
    heading: 'Quelqu’un a signalé un message',
    greeting: 'Bonjour',
    body: [
      `Motif : ${REASONS.fr[reason]}.`,
      'Le texte du message ne figure dans aucun e-mail : il se lit parmi les messages signalés, avec ce qui a été écrit juste avant et après.',
    ],
    ...(note && { quote: note }),
    buttons: page ? [{ label: 'Voir le message signalé', url: page }] : [],
    footer: `Vous recevez cet e-mail car vous aidez à gérer ${brand}.`,
  }),
})
