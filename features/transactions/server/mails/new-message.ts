import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { MessageWarning } from '../../message-warnings.ts'
import { type Asking, askingParts } from './answer-buttons.ts'
import { asLine, nameOrSomebody } from './somebody.ts'
import { warnedQuote } from './warned-quote.ts'

export interface NewMessage {
  firstname: string
  /** Null where the writer shows no name. */
  fromFirstname: string | null
  /** Name of the item in the recipient's language. */
  item: string
  text: string
  warnings?: readonly MessageWarning[]
  firstInTransaction: boolean
  url: string
  /** Only in a request: what is to be answered, and how many others were asked as well. */
  asking?: Asking & { others: number }
  /** What the mail is about, so that it can be checked again right before it is sent. */
  about?: { user_id: string; transaction_id: string; message_id: string }
}

interface Words {
  /** In a request: the subject, what is wished, and that others were asked, if there are any. */
  asks: (from: string, item: string) => string
  wishes: (from: string) => string
  several: (others: number) => string
  /** In later messages. */
  writes: (from: string, item: string) => string
  wrote: (from: string) => string
  about: (item: string) => string
  answer: string
  greeting: (firstname: string) => string
  /** About the links of the mail. */
  note: string
}

const wordsIn = (lang: Language): Words => {
  const t = texts('transactions', lang)
  return {
    asks: (from, item) => t('mails.newMessage.asks', { from, item }),
    wishes: (from) => t('mails.newMessage.wishes', { from }),
    several: (others) => t('mails.newMessage.several', { count: others }),
    writes: (from, item) => t('mails.newMessage.writes', { from, item }),
    wrote: (from) => t('mails.newMessage.wrote', { from }),
    about: (item) => t('mails.newMessage.about', { item }),
    answer: t('mails.newMessage.answer'),
    greeting: (firstname) => t('mails.newMessage.greeting', { firstname }),
    note: t('mails.newMessage.note'),
  }
}

function requestTexts(lang: Language, content: NewMessage) {
  const { item, asking, url } = content
  const words = wordsIn(lang)
  const from = nameOrSomebody(content.fromFirstname, lang)
  const subject = asLine(words.asks(from, item), lang)
  const several = asking?.others ? [words.several(asking.others)] : []
  const links = asking
    ? askingParts(lang, asking, url)
    : { buttons: [{ label: words.answer, url }] }
  return {
    subject,
    heading: subject,
    body: [asLine(words.wishes(from), lang), ...several],
    ...links,
  }
}

function messageTexts(lang: Language, { fromFirstname, item, url }: NewMessage) {
  const words = wordsIn(lang)
  const from = nameOrSomebody(fromFirstname, lang)
  return {
    subject: asLine(words.writes(from, item), lang),
    heading: asLine(words.wrote(from), lang),
    body: [words.about(item)],
    buttons: [{ label: words.answer, url }],
  }
}

/** Tells of a request or an answer. */
export const newMessage = defineMail<NewMessage>('newMessage', (content, { lang }) => {
  const { text, warnings = [], firstname, firstInTransaction } = content
  const quotation = warnedQuote(text, warnings, lang)
  const kindOfMail = firstInTransaction ? requestTexts(lang, content) : messageTexts(lang, content)
  return {
    preview: quotation.quote.slice(0, 120),
    greeting: wordsIn(lang).greeting(firstname),
    ...quotation,
    note: wordsIn(lang).note,
    isShort: true,
    ...kindOfMail,
  }
})
