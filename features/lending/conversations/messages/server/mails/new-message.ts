import { asLine, nameOrSomebody } from '#features/lending/conversations/sides/server/door.ts'
import type { MessageWarning } from '#features/lending/conversations/warnings/message-warnings.ts'
import { warnedQuote } from '#features/lending/conversations/warnings/server/door.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import { type Asking, askingParts } from './answer-buttons.ts'

export interface NewMessage {
  firstname: string
  /** Null if the writer shows no name. */
  fromFirstname: string | null
  /** Name of the item in the recipient's language. */
  item: string
  text: string
  warnings?: readonly MessageWarning[]
  firstInTransaction: boolean
  url: string
  /** Only for a request: what to answer, and how many others were asked. */
  asking?: Asking & { others: number }
  /** The ids of what the mail is about, so that it can be checked again right before it is sent. */
  about?: { user_id: string; transaction_id: string; message_id: string }
}

/** Notifies of a request or a message. */
export const newMessage = defineTextMail(
  'transactions',
  'newMessage',
  (content: NewMessage, t, { lang }) => {
    const { text, warnings = [], firstInTransaction, asking, url } = content
    const from = nameOrSomebody(content.fromFirstname, lang)
    const quotation = warnedQuote(text, warnings, lang)
    const common = {
      preview: quotation.quote.slice(0, 120),
      ...quotation,
      buttons: [{ label: t('mails.newMessage.answer'), url }],
      footer: undefined,
      isShort: true,
    }
    if (!firstInTransaction) {
      return {
        ...common,
        subject: asLine(t('mails.newMessage.writes', { from }), lang),
        heading: asLine(t('mails.newMessage.wrote', { from }), lang),
        body: [t('mails.newMessage.about')],
      }
    }
    const subject = asLine(t('mails.newMessage.asks', { from }), lang)
    return {
      ...common,
      subject,
      heading: subject,
      body: [
        asLine(t('mails.newMessage.wishes', { from }), lang),
        ...(asking?.others ? [t('mails.newMessage.several', { count: asking.others })] : []),
      ],
      ...(asking && askingParts(lang, asking, url)),
    }
  },
)
