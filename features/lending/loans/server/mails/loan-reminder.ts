import { type Asking, askingParts } from '#features/lending/conversations/messages/server/door.ts'
import { asLine, nameOrSomebody } from '#features/lending/conversations/sides/server/door.ts'
import type { InWords, LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import type { MessageWarning } from '#features/lending/conversations/warnings/message-warnings.ts'
import { warnedQuote } from '#features/lending/conversations/warnings/server/door.ts'
import { defineTextMail, type Words } from '#platform/server/mail/text-mail.ts'
import type { FetchAnswer } from '#platform/shared/paths.ts'

/** What the receiver is reminded of. */
export type Reminder =
  | 'unanswered'
  /** The borrower says what was arranged in words, and the lender has not confirmed or rejected it. */
  | 'saidInWords'
  /** As `unanswered`, but the lender has answered before and the borrower has named other days since. */
  | 'askedAnew'
  /** To the person who wrote to a borrower without taking a step: is this a yes? */
  | 'yesQuestion'
  /** The lender's side has written but not decided. */
  | 'written'
  /** To the borrower: the lender proposed other days. */
  | 'proposed'
  /** To the lender's side: the borrower wrote about the days that the lender proposed, but did not accept them. */
  | 'proposalTalkedOver'
  /** The wanted day is near, and the lender has written without a yes: others lend the item, too. */
  | 'askOthersBesides'
  /** The wanted day is near and the lender has not answered: others lend the item, too. */
  | 'askOthers'
  | 'handover'
  /** Another borrower has not returned the thing, which is to be fetched today or tomorrow. */
  | 'stillOut'
  /** The agreed day has passed, and neither side has said whether the thing was fetched. */
  | 'fetched'
  /** The other side asks to change the days and waits for an answer. */
  | 'daysUnanswered'
  | 'returnSoon'
  | 'returnLate'
  /**
   * The lender is on holiday and has not answered. The mail names neither the lender nor the end of the holiday,
   * since strangers must not learn that.
   */
  | 'away'
  /** The request has not arrived: mails bounce, or wait because a mailbox is full. */
  | 'unreached'

export interface LoanReminder {
  firstname: string
  reminder: Reminder
  /** The receiver's side. */
  side: LoanSide
  /** The other side, as far as the receiver may know it; null if it shows no name. */
  otherName: string | null
  /** Name of the item in the receiver's language. */
  item: string
  /** When it is fetched, in words in the receiver's language. */
  when: string | null
  /** The wanted days in words; null if no day was named. */
  wanted: string | null
  /** What the borrower says was arranged in words for the wanted days. */
  inWords?: InWords | null
  /** The return day in words. */
  until: string | null
  /** The message of a request, or what the receiver's side wrote. */
  text: string | null
  warnings: readonly MessageWarning[]
  url: string
  /** The proposed change of days in words; only in the reminder of it. */
  askedWhen?: string | null
  askedUntil?: string | null
  /** Where the receiver accepts them. */
  agreeUrl?: string | undefined
  /** Where the borrower asks for more days; only in the reminder before the return. */
  longerUrl?: string | undefined
  /** From when it is promised to another borrower, in words; only in the reminders of a return. */
  waitedFrom?: string | null
  /** Where both sides answer whether it was fetched; only with that question. */
  fetchUrls?: Record<FetchAnswer, string>
  /** Only for a request that waits for the lender. */
  asking?: Asking
  /** The ids of what the mail is about, so that it can be checked again right before it is sent. */
  about: { user_id: string; transaction_id: string; at: string }
}

type Sentences = () => { subject: string; body: string[] }

/** @param t fills in the values; a missing day is empty */
function sentencesOf(
  { side, inWords, askedWhen, askedUntil, waitedFrom }: LoanReminder,
  t: Words<'loans'>,
): Record<Reminder, Sentences> {
  const who = side === 'borrower' ? 'borrower' : 'otherwise'
  return {
    unanswered: () => ({
      subject: t('mails.loanReminder.unanswered.subject'),
      body: [t('mails.loanReminder.unanswered.body')],
    }),
    saidInWords: () => ({
      subject: t('mails.loanReminder.inWords.subject'),
      body: [t(`mails.loanReminder.inWords.${inWords ?? 'agreed'}`)],
    }),
    askedAnew: () => ({
      subject: t('mails.loanReminder.unanswered.subject'),
      body: [t('mails.loanReminder.askedAnew.body')],
    }),
    yesQuestion: () => ({
      subject: t('mails.loanReminder.yesQuestion.subject'),
      body: [t('mails.loanReminder.yesQuestion.body')],
    }),
    written: () => ({
      subject: t('mails.loanReminder.written.subject'),
      body: [t('mails.loanReminder.written.body')],
    }),
    proposed: () => ({
      subject: t('mails.loanReminder.proposed.subject'),
      body: [t('mails.loanReminder.proposed.body1'), t('mails.loanReminder.proposed.body2')],
    }),
    proposalTalkedOver: () => ({
      subject: t('mails.loanReminder.proposalTalkedOver.subject'),
      body: [t('mails.loanReminder.proposalTalkedOver.body')],
    }),
    askOthersBesides: () => ({
      subject: t('mails.loanReminder.askOthersBesides.subject'),
      body: [
        t('mails.loanReminder.askOthersBesides.body'),
        t('mails.loanReminder.askOthers.body2'),
      ],
    }),
    askOthers: () => ({
      subject: t('mails.loanReminder.askOthers.subject'),
      body: [t('mails.loanReminder.askOthers.body1'), t('mails.loanReminder.askOthers.body2')],
    }),
    handover: () => ({
      subject: t(`mails.loanReminder.handover.subject.${who}`),
      body: [t(`mails.loanReminder.handover.body.${who}`)],
    }),
    stillOut: () => ({
      subject: t('mails.loanReminder.stillOut.subject'),
      body: [t(`mails.loanReminder.stillOut.body.${who}`)],
    }),
    fetched: () => ({
      subject: t(`mails.loanReminder.fetched.subject.${who}`),
      body: [t(`mails.loanReminder.fetched.body.${who}`), t('mails.loanReminder.fetched.body2')],
    }),
    daysUnanswered: () => ({
      subject: t('mails.loanReminder.daysUnanswered.subject'),
      body: [
        t('mails.loanReminder.daysUnanswered.body'),
        askedWhen && t('mails.loanNews.daysAsked.bodyWhen'),
        askedUntil && t('mails.loanNews.daysAsked.bodyUntil'),
        t('mails.loanReminder.daysUnanswered.body2'),
      ].filter((line) => typeof line === 'string'),
    }),
    returnSoon: () => ({
      subject: t('mails.loanReminder.returnSoon.subject'),
      body: [
        t('mails.loanReminder.returnSoon.body'),
        ...(waitedFrom ? [t('mails.loanReminder.returnSoon.waited')] : []),
      ],
    }),
    returnLate: () => ({
      subject: t('mails.loanReminder.returnLate.subject'),
      body: [
        t('mails.loanReminder.returnLate.body'),
        ...(waitedFrom ? [t('mails.loanReminder.returnSoon.waited')] : []),
      ],
    }),
    away: () => ({
      subject: t('mails.loanReminder.away.subject'),
      body: [t('mails.loanReminder.away.body1'), t('mails.loanReminder.away.body2')],
    }),
    unreached: () => ({
      subject: t('mails.loanReminder.unreached.subject'),
      body: [t('mails.loanReminder.unreached.body1'), t('mails.loanReminder.unreached.body2')],
    }),
  }
}

/** Reminds of a request, a hand-over or a return. */
export const loanReminder = defineTextMail(
  'loans',
  'loanReminder',
  (content: LoanReminder, t, { lang }) => {
    const { reminder, text, warnings, asking, url, longerUrl, agreeUrl, fetchUrls } = content
    const named: typeof t = (path) =>
      t(path, { otherName: nameOrSomebody(content.otherName, lang) })
    const sentences = sentencesOf(content, named)[reminder]()
    const subject = asLine(sentences.subject, lang)
    const body = sentences.body.map((line) => asLine(line, lang))
    const offersOthers =
      reminder === 'askOthers' || reminder === 'askOthersBesides' || reminder === 'unreached'
    const label = t(
      offersOthers ? 'mails.loanReminder.askOthers.button' : 'mails.loanReminder.open',
    )
    const first = [
      { label: t('mails.loanReminder.returnSoon.button'), url: longerUrl },
      { label: t('mails.loanChanged.suits'), url: agreeUrl },
      { label: t('mails.loanReminder.fetched.yes'), url: fetchUrls?.handOver },
      { label: t('mails.loanReminder.fetched.no'), url: fetchUrls?.notFetched },
    ].flatMap((button) => (button.url ? [{ ...button, url: button.url }] : []))
    return {
      subject,
      preview: body[0] ?? subject,
      heading: subject,
      body,
      ...(text ? warnedQuote(text, warnings, lang) : {}),
      ...(asking ? askingParts(lang, asking, url) : { buttons: [...first, { label, url }] }),
      note: t('mails.loanChanged.note'),
      isShort: true,
    }
  },
)
