import { defineMail, type MailTexts } from '#platform/server/mail/mail-template.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { MessageWarning } from '../../message-warnings.ts'
import { type Asking, askingParts } from './answer-buttons.ts'
import { asLine, nameOrSomebody } from './somebody.ts'
import { warnedQuote } from './warned-quote.ts'

export interface NewMessage {
  firstname: string
  /** Null where whoever writes shows no name. */
  fromFirstname: string | null
  /** Name of the item in the recipient's language. */
  item: string
  text: string
  warnings?: readonly MessageWarning[]
  firstInTransaction: boolean
  url: string
  /**
   * Of a request: what is to be answered, and how many others were asked as well. Missing in mails that
   * an earlier version left in the queue.
   */
  asking?: Asking & { others: number }
  /** By it the mail is looked at again when it is sent. */
  about?: { user_id: string; transaction_id: string; message_id: string }
}

interface Words {
  /** Of a request: the subject, what is wished, and that others were asked, if there are any. */
  asks: (from: string, item: string) => string
  wishes: (from: string) => string
  several: (others: number) => string
  /** Of what is said later. */
  writes: (from: string, item: string) => string
  wrote: (from: string) => string
  about: (item: string) => string
  answer: string
  greeting: (firstname: string) => string
  /** Of one link, and of several. */
  once: [string, string]
  footer: (brand: string) => string
}

const WORDS: Record<Language, Words> = {
  de: {
    asks: (from, item) => `${from} fragt nach «${item}»`,
    wishes: (from) => `${from} möchte das von dir ausleihen.`,
    several: (others) =>
      others === 1
        ? 'Die Anfrage ging auch an jemand anderen in der Nähe. Wer zuerst Ja sagt, leiht aus; ein Nein ist völlig in Ordnung.'
        : `Die Anfrage ging auch an ${others} andere in der Nähe. Wer zuerst Ja sagt, leiht aus; ein Nein ist völlig in Ordnung.`,
    writes: (from, item) => `${from} schreibt dir wegen «${item}»`,
    wrote: (from) => `${from} schreibt dir`,
    about: (item) => `Es geht um «${item}»:`,
    answer: 'Ansehen und antworten',
    greeting: (firstname) => `Hallo ${firstname}`,
    once: [
      'Der Link meldet dich einmal an und gilt 7 Tage. Gib diese E-Mail nicht weiter. Wir fragen nie nach Geld oder Codes.',
      'Der erste Link, den du öffnest, meldet dich einmal an; sie gelten 7 Tage. Gib diese E-Mail nicht weiter. Wir fragen nie nach Geld oder Codes.',
    ],
    footer: (brand) =>
      `Du bekommst diese E-Mail, weil du bei ${brand} Nachrichten eingeschaltet hast.`,
  },
  en: {
    asks: (from, item) => `${from} asks for “${item}”`,
    wishes: (from) => `${from} would like to borrow this from you.`,
    several: (others) =>
      others === 1
        ? 'Somebody else nearby was asked as well. Whoever says yes first lends it; a no is perfectly fine.'
        : `${others} others nearby were asked as well. Whoever says yes first lends it; a no is perfectly fine.`,
    writes: (from, item) => `${from} has written about “${item}”`,
    wrote: (from) => `${from} has written to you`,
    about: (item) => `It is about “${item}”:`,
    answer: 'Read and answer',
    greeting: (firstname) => `Hello ${firstname}`,
    once: [
      'The link logs you in once, within 7 days. Please do not pass this e-mail on. We never ask for money or codes.',
      'The first link that you open logs you in once, within 7 days. Please do not pass this e-mail on. We never ask for money or codes.',
    ],
    footer: (brand) => `You are getting this e-mail because you switched on messages at ${brand}.`,
  },
  fr: {
    asks: (from, item) => `${from} demande « ${item} »`,
    wishes: (from) => `${from} aimerait vous emprunter cet objet.`,
    several: (others) =>
      others === 1
        ? 'La demande a aussi été envoyée à une autre personne près de chez vous. La première qui dit oui prête l’objet ; un non ne pose aucun problème.'
        : `La demande a aussi été envoyée à ${others} autres personnes près de chez vous. La première qui dit oui prête l’objet ; un non ne pose aucun problème.`,
    writes: (from, item) => `${from} vous écrit au sujet de « ${item} »`,
    wrote: (from) => `${from} vous a écrit`,
    about: (item) => `Au sujet de « ${item} » :`,
    answer: 'Lire et répondre',
    greeting: (firstname) => `Bonjour ${firstname}`,
    once: [
      'Le lien vous connecte une seule fois, pendant 7 jours. Ne transmettez pas cet e-mail. Nous ne demandons jamais d’argent ni de codes.',
      'Le premier lien ouvert vous connecte une seule fois, pendant 7 jours. Ne transmettez pas cet e-mail. Nous ne demandons jamais d’argent ni de codes.',
    ],
    footer: (brand) =>
      `Vous recevez cet e-mail parce que vous avez activé les messages sur ${brand}.`,
  },
}

function requestTexts(lang: Language, content: NewMessage) {
  const { item, asking, url } = content
  const words = WORDS[lang]
  const from = nameOrSomebody(content.fromFirstname, lang)
  const subject = asLine(words.asks(from, item), lang)
  const several = asking?.others ? [words.several(asking.others)] : []
  return {
    subject,
    heading: subject,
    body: [asLine(words.wishes(from), lang), ...several],
    ...(asking ? askingParts(lang, asking, url) : { buttons: [{ label: words.answer, url }] }),
    note: words.once[asking ? 1 : 0],
  }
}

function messageTexts(lang: Language, { fromFirstname, item, url }: NewMessage) {
  const words = WORDS[lang]
  const from = nameOrSomebody(fromFirstname, lang)
  return {
    subject: asLine(words.writes(from, item), lang),
    heading: asLine(words.wrote(from), lang),
    body: [words.about(item)],
    buttons: [{ label: words.answer, url }],
    note: words.once[0],
  }
}

const textsIn =
  (lang: Language) =>
  (content: NewMessage, brand: string): MailTexts => {
    const { text, warnings = [], firstname, firstInTransaction } = content
    const quoted = warnedQuote(text, warnings, lang)
    return {
      preview: quoted.quote.slice(0, 120),
      greeting: WORDS[lang].greeting(firstname),
      ...quoted,
      footer: WORDS[lang].footer(brand),
      ...(firstInTransaction ? requestTexts(lang, content) : messageTexts(lang, content)),
    }
  }

/** Tells of a request or an answer. */
export const newMessage = defineMail<NewMessage>('newMessage', {
  de: textsIn('de'),
  en: textsIn('en'),
  fr: textsIn('fr'),
})
