import type { LoanSide } from '#features/transactions/loan-steps.ts'
import type { MessageWarning } from '#features/transactions/message-warnings.ts'
import {
  type Asking,
  askingParts,
  asLine,
  nameOrSomebody,
  warnedQuote,
} from '#features/transactions/server/door.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'

/** What somebody is reminded of. */
export type Reminder =
  | 'unanswered'
  | 'handover'
  | 'openEnd'
  | 'returnSoon'
  | 'returnLate'
  /** Whoever was asked is on holiday and has not answered. Who, and until when, is told to no stranger: it is hidden. */
  | 'away'

export interface LoanReminder {
  firstname: string
  reminder: Reminder
  /** Of the receiver. */
  side: LoanSide
  /** The other side, as the receiver may know it; null where it shows no name. */
  otherName: string | null
  /** Name of the item in the receiver's language. */
  item: string
  /** In words and in the receiver's language: when it is fetched. */
  when: string | null
  /** The day on which it is to be back, or the last one of a promise without such a day, in words. */
  until: string | null
  /** What was asked, of a request. */
  text: string | null
  warnings: readonly MessageWarning[]
  url: string
  /** Of a request that waits for an answer. */
  asking?: Asking
  /** By it the mail is looked at again when it is sent. */
  about: { user_id: string; transaction_id: string; at: string }
}

/** What is said in words; empty where there is no such day. */
type Said = LoanReminder & Record<'otherName' | 'when' | 'until', string>

type Sentences = (said: Said) => { subject: string; body: string[] }

interface Words extends Record<Reminder, Sentences> {
  greeting: (firstname: string) => string
  open: string
  note: string
  footer: (brand: string) => string
}

const wordsIn = (lang: Language): Words => {
  const t = texts('loans', lang)
  return {
    unanswered: ({ otherName, item }) => ({
      subject: t('mails.loanReminder.unanswered.subject', { otherName, item }),
      body: [t('mails.loanReminder.unanswered.body', { otherName, item })],
    }),
    handover: ({ side, otherName, item, when }) => ({
      subject:
        side === 'borrower'
          ? t('mails.loanReminder.handover.subject.borrower', { item })
          : t('mails.loanReminder.handover.subject.otherwise', { item }),
      body: [
        side === 'borrower'
          ? t('mails.loanReminder.handover.body.borrower', { item, otherName, when })
          : t('mails.loanReminder.handover.body.otherwise', { otherName, item, when }),
      ],
    }),
    openEnd: ({ side, otherName, item, until }) => ({
      subject:
        side === 'borrower'
          ? t('mails.loanReminder.openEnd.subject.borrower', { item })
          : t('mails.loanReminder.openEnd.subject.otherwise', { item }),
      body: [
        side === 'borrower'
          ? t('mails.loanReminder.openEnd.body.borrower', { otherName, item, until })
          : t('mails.loanReminder.openEnd.body.otherwise', { item, otherName, until }),
      ],
    }),
    returnSoon: ({ otherName, item, until }) => ({
      subject: t('mails.loanReminder.returnSoon.subject', { item }),
      body: [t('mails.loanReminder.returnSoon.body', { item, until, otherName })],
    }),
    returnLate: ({ otherName, item, until }) => ({
      subject: t('mails.loanReminder.returnLate.subject', { item }),
      body: [t('mails.loanReminder.returnLate.body', { until, item, otherName })],
    }),
    away: ({ item }) => ({
      subject: t('mails.loanReminder.away.subject', { item }),
      body: [
        t('mails.loanReminder.away.body1', { item }),
        t('mails.loanReminder.away.body2', { item }),
      ],
    }),
    greeting: (firstname) => t('mails.loanReminder.greeting', { firstname }),
    open: t('mails.loanReminder.open'),
    note: t('mails.loanReminder.note'),
    footer: (brand) => t('mails.loanReminder.footer', { brand }),
  }
}

/** Reminds of a request, a hand-over or a return. */
export const loanReminder = defineMail<LoanReminder>('loanReminder', (content, { lang, brand }) => {
  const words = wordsIn(lang)
  const { firstname, reminder, text, warnings, asking, url } = content
  const said = {
    ...content,
    otherName: nameOrSomebody(content.otherName, lang),
    when: content.when ?? '',
    until: content.until ?? '',
  }
  const sentences = words[reminder](said)
  const subject = asLine(sentences.subject, lang)
  const body = sentences.body.map((line) => asLine(line, lang))
  return {
    subject,
    preview: body[0] ?? subject,
    heading: subject,
    greeting: words.greeting(firstname),
    body,
    ...(text && warnedQuote(text, warnings, lang)),
    ...(asking ? askingParts(lang, asking, url) : { buttons: [{ label: words.open, url }] }),
    note: words.note,
    footer: words.footer(brand),
  }
})
