import type { InWords, LoanSide } from '#features/transactions/loan-steps.ts'
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
import type { FetchAnswer } from '#platform/shared/paths.ts'

/** What somebody is reminded of. */
export type Reminder =
  | 'unanswered'
  /** The borrower says what was arranged in words, and the lender has not said whether it is right. */
  | 'saidInWords'
  /** The same where the lender has said something, and the borrower named other days since. */
  | 'askedAnew'
  /** To who wrote to a borrower without a step: is this a yes? */
  | 'yesQuestion'
  /** The lender's side has written and not decided. */
  | 'written'
  /** To the borrower: the lender proposed other days. */
  | 'proposed'
  /** To the lender's side: the borrower wrote about the days that it proposed, and did not say yes. */
  | 'proposalTalkedOver'
  /** The wanted day comes near, and the lender has written without a yes: others lend it, too. */
  | 'askOthersBesides'
  /** The wanted day comes near and nobody has answered: others lend it, too. */
  | 'askOthers'
  | 'handover'
  /** The thing is not back from somebody else, and is to be fetched today or tomorrow. */
  | 'stillOut'
  /** The agreed day is over, and nobody has said whether the thing was fetched. */
  | 'fetched'
  /** The other side asks for other days, and waits for the answer. */
  | 'daysUnanswered'
  | 'returnSoon'
  | 'returnLate'
  /**
   * The lender is on holiday and has not answered. The mail says neither who it is nor until when,
   * since strangers must not learn that.
   */
  | 'away'
  /** The request has not arrived: mails come back, or wait since a mailbox is full. */
  | 'unreached'

export interface LoanReminder {
  firstname: string
  reminder: Reminder
  /** The side of the receiver. */
  side: LoanSide
  /** The other side, as the receiver may know it; null where it shows no name. */
  otherName: string | null
  /** Name of the item in the receiver's language. */
  item: string
  /** In words and in the receiver's language: when it is fetched. */
  when: string | null
  /** The wanted days in words; null where no day was named. */
  wanted: string | null
  /** What the borrower says was arranged in words, on the wanted days. */
  inWords?: InWords | null
  /** The day of the return, in words. */
  until: string | null
  /** The message of a request, or what the receiver's side wrote. */
  text: string | null
  warnings: readonly MessageWarning[]
  url: string
  /** The days that the other side asks for, in words; only with the reminder of them. */
  askedWhen?: string | null
  askedUntil?: string | null
  /** Where they are agreed to. */
  agreeUrl?: string | undefined
  /** Where the borrower asks for more days; only with the reminder before the return. */
  longerUrl?: string | undefined
  /** From when on it is promised to somebody else, in words; only with the reminders of a return. */
  waitedFrom?: string | null
  /** Where both sides answer whether it was fetched; only with that question. */
  fetchUrls?: Record<FetchAnswer, string>
  /** Only for a request that waits for the lender. */
  asking?: Asking
  /** What the mail is about, so that it can be checked again right before it is sent. */
  about: { user_id: string; transaction_id: string; at: string }
}

/** What the sentences are made of; empty where there is no such day. */
type ReminderDetails = LoanReminder & Record<'otherName' | 'when' | 'wanted' | 'until', string>

type Sentences = (details: ReminderDetails) => { subject: string; body: string[] }

interface Words extends Record<Reminder, Sentences> {
  greeting: (firstname: string) => string
  open: string
  askOthersNow: string
  longer: string
  wasFetched: string
  wasNotFetched: string
  suits: string
  /** About the links of the mail. */
  note: string
}

const wordsIn = (lang: Language): Words => {
  const t = texts('loans', lang)
  return {
    unanswered: ({ otherName, item }) => ({
      subject: t('mails.loanReminder.unanswered.subject', { otherName, item }),
      body: [t('mails.loanReminder.unanswered.body', { otherName, item })],
    }),
    saidInWords: ({ otherName, item, wanted, inWords }) => ({
      subject: t('mails.loanReminder.inWords.subject', { otherName, item }),
      body: [t(`mails.loanReminder.inWords.${inWords ?? 'agreed'}`, { otherName, item, wanted })],
    }),
    askedAnew: ({ otherName, item }) => ({
      subject: t('mails.loanReminder.unanswered.subject', { otherName, item }),
      body: [t('mails.loanReminder.askedAnew.body', { otherName, item })],
    }),
    yesQuestion: ({ otherName, item }) => ({
      subject: t('mails.loanReminder.yesQuestion.subject', { otherName, item }),
      body: [t('mails.loanReminder.yesQuestion.body', { otherName, item })],
    }),
    written: ({ otherName, item }) => ({
      subject: t('mails.loanReminder.written.subject', { otherName, item }),
      body: [t('mails.loanReminder.written.body', { otherName, item })],
    }),
    proposed: ({ otherName, item, wanted }) => ({
      subject: t('mails.loanReminder.proposed.subject', { otherName, item }),
      body: [
        t('mails.loanReminder.proposed.body1', { otherName, item, wanted }),
        t('mails.loanReminder.proposed.body2', { otherName }),
      ],
    }),
    proposalTalkedOver: ({ otherName, item }) => ({
      subject: t('mails.loanReminder.proposalTalkedOver.subject', { otherName, item }),
      body: [t('mails.loanReminder.proposalTalkedOver.body', { otherName, item })],
    }),
    askOthersBesides: ({ otherName, item, wanted }) => ({
      subject: t('mails.loanReminder.askOthersBesides.subject', { item }),
      body: [
        t('mails.loanReminder.askOthersBesides.body', { item, otherName, wanted }),
        t('mails.loanReminder.askOthers.body2'),
      ],
    }),
    askOthers: ({ otherName, item, wanted }) => ({
      subject: t('mails.loanReminder.askOthers.subject', { item }),
      body: [
        t('mails.loanReminder.askOthers.body1', { item, otherName, wanted }),
        t('mails.loanReminder.askOthers.body2'),
      ],
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
    stillOut: ({ side, otherName, item, when }) => ({
      subject: t('mails.loanReminder.stillOut.subject', { item }),
      body: [
        side === 'borrower'
          ? t('mails.loanReminder.stillOut.body.borrower', { otherName, item, when })
          : t('mails.loanReminder.stillOut.body.otherwise', { otherName, item, when }),
      ],
    }),
    fetched: ({ side, otherName, item, when }) => ({
      subject:
        side === 'borrower'
          ? t('mails.loanReminder.fetched.subject.borrower', { item })
          : t('mails.loanReminder.fetched.subject.otherwise', { item, otherName }),
      body: [
        side === 'borrower'
          ? t('mails.loanReminder.fetched.body.borrower', { otherName, when })
          : t('mails.loanReminder.fetched.body.otherwise', { otherName, when }),
        t('mails.loanReminder.fetched.body2', { item }),
      ],
    }),
    daysUnanswered: ({ otherName, item, askedWhen, askedUntil }) => ({
      subject: t('mails.loanReminder.daysUnanswered.subject', { otherName, item }),
      body: [
        t('mails.loanReminder.daysUnanswered.body', { otherName, item }),
        askedWhen && t('mails.loanNews.daysAsked.bodyWhen', { askedWhen }),
        askedUntil && t('mails.loanNews.daysAsked.bodyUntil', { askedUntil }),
        t('mails.loanReminder.daysUnanswered.body2'),
      ].filter((line) => typeof line === 'string'),
    }),
    returnSoon: ({ otherName, item, until, waitedFrom }) => ({
      subject: t('mails.loanReminder.returnSoon.subject', { item }),
      body: [
        t('mails.loanReminder.returnSoon.body', { item, until, otherName }),
        ...(waitedFrom ? [t('mails.loanReminder.returnSoon.waited', { waitedFrom })] : []),
      ],
    }),
    returnLate: ({ otherName, item, until, waitedFrom }) => ({
      subject: t('mails.loanReminder.returnLate.subject', { item }),
      body: [
        t('mails.loanReminder.returnLate.body', { until, item, otherName }),
        ...(waitedFrom ? [t('mails.loanReminder.returnSoon.waited', { waitedFrom })] : []),
      ],
    }),
    away: ({ item }) => ({
      subject: t('mails.loanReminder.away.subject', { item }),
      body: [
        t('mails.loanReminder.away.body1', { item }),
        t('mails.loanReminder.away.body2', { item }),
      ],
    }),
    unreached: ({ otherName, item }) => ({
      subject: t('mails.loanReminder.unreached.subject', { item }),
      body: [
        t('mails.loanReminder.unreached.body1', { otherName, item }),
        t('mails.loanReminder.unreached.body2'),
      ],
    }),
    greeting: (firstname) => t('mails.loanReminder.greeting', { firstname }),
    open: t('mails.loanReminder.open'),
    askOthersNow: t('mails.loanReminder.askOthers.button'),
    longer: t('mails.loanReminder.returnSoon.button'),
    wasFetched: t('mails.loanReminder.fetched.yes'),
    wasNotFetched: t('mails.loanReminder.fetched.no'),
    suits: t('mails.loanChanged.suits'),
    note: t('mails.loanChanged.note'),
  }
}

/** Reminds of a request, a hand-over or a return. */
export const loanReminder = defineMail<LoanReminder>('loanReminder', (content, { lang }) => {
  const words = wordsIn(lang)
  const { firstname, reminder, text, warnings, asking, url, longerUrl, agreeUrl, fetchUrls } =
    content
  const details = {
    ...content,
    otherName: nameOrSomebody(content.otherName, lang),
    when: content.when ?? '',
    wanted: content.wanted ?? '',
    until: content.until ?? '',
  }
  const sentences = words[reminder](details)
  const subject = asLine(sentences.subject, lang)
  const body = sentences.body.map((line) => asLine(line, lang))
  const quote = text ? warnedQuote(text, warnings, lang) : {}
  const offersOthers =
    reminder === 'askOthers' || reminder === 'askOthersBesides' || reminder === 'unreached'
  const label = offersOthers ? words.askOthersNow : words.open
  const first = [
    ...(longerUrl ? [{ label: words.longer, url: longerUrl }] : []),
    ...(agreeUrl ? [{ label: words.suits, url: agreeUrl }] : []),
    ...(fetchUrls
      ? [
          { label: words.wasFetched, url: fetchUrls.handOver },
          { label: words.wasNotFetched, url: fetchUrls.notFetched },
        ]
      : []),
  ]
  const links = asking ? askingParts(lang, asking, url) : { buttons: [...first, { label, url }] }
  return {
    subject,
    preview: body[0] ?? subject,
    heading: subject,
    greeting: words.greeting(firstname),
    body,
    ...quote,
    ...links,
    note: words.note,
    isShort: true,
  }
})
