import type { LoanReason } from '#features/lending/conversations/transactions/loan-steps.ts'
import { sectionsOf, texts } from '#platform/server/texts.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'

/** What happened, from the receiver's point of view. */
export type LoanNews =
  /** To the borrower: the lender said yes, or the borrower agreed to the lender's days. */
  | 'accepted'
  /** To the lender's side: the borrower agreed to the lender's days. */
  | 'agreed'
  /** To the lender's side, for its calendar: it said yes itself. */
  | 'promised'
  | 'declined'
  | 'withdrawn'
  /** To the borrower: the wanted days are promised to another borrower, so the request has ended. */
  | 'promisedElsewhere'
  /** To the borrower of such a request: the days are free again. */
  | 'freeAgain'
  | 'proposed'
  | 'returned'
  /** The return was undone: "came back" was pressed by mistake. */
  | 'returnUndone'
  /** The other side said thank you after the return; its text is quoted. */
  | 'thanked'
  | 'lentElsewhere'
  /** To the side that did not close the conversation: closing it ended the promise. */
  | 'closed'
  /** The other side deleted its account, which ends the request or promise. */
  | 'borrowerLeft'
  | 'lenderLeft'
  /**
   * The other side deleted its account while the thing is out: the borrower, who has it, or the lender, who owns
   * it.
   */
  | 'borrowerLeftWithIt'
  | 'lenderLeftIt'
  /** To the borrower: the lender did not answer, or the request came to nothing. */
  | 'expired'
  /** To the borrower and to the lender's side: the lender wrote, and the request ended without a yes or a no. */
  | 'undecided'
  | 'leftUndecided'
  /** To the borrower and to the lender's side: the lender proposed other days, and nothing was agreed. */
  | 'proposalEnded'
  | 'ownProposalEnded'
  /** To both sides: neither has said that the thing was fetched. */
  | 'notFetched'
  /** The other side said that it was not fetched. */
  | 'notFetchedSaid'
  /**
   * To the lender's side: the borrower says that both have agreed in words, or has the thing already; please
   * confirm.
   */
  | 'saidAgreed'
  | 'saidFetched'
  /** To the borrower: the lender has noted that the borrower has it, or has undone that. */
  | 'noted'
  | 'notedUndone'
  /** The other side asks to change the days of an agreed or handed-over loan. */
  | 'daysAsked'
  /** The other side accepted the days that the receiver's side proposed. */
  | 'daysAgreed'
  /** To the side that accepted a change of days, for its calendar. */
  | 'daysSettled'
  /** The other side declined the change of days. */
  | 'daysKept'
  /** The other side did not answer a change of days before such a day had passed. */
  | 'daysEnded'

export interface NewsDetails {
  /** The other side, as far as the receiver may know it. */
  otherName: string
  /** Name of the item in the receiver's language. */
  item: string
  reason: LoanReason | null
  /** When it is fetched, or the proposed days, in words in the receiver's language. */
  when: string | null
  /**
   * After a yes: the hour of the hand-over is not agreed yet. Undefined in mails that were queued before an
   * update.
   */
  isHourOpen?: boolean
  /** The return day in words. */
  until: string | null
  /** Without a return day: the last day on which the thing can be fetched, in words. */
  standsUntil: string | null
  /** For a proposed change of days: the new hand-over and the new return day. */
  askedWhen?: string | null
  askedUntil?: string | null
  /** The first of those days that another borrower has asked for, in words. */
  wantedFrom?: string | null
  /** If the wanted days are promised to another borrower: from when the thing is free, in words. */
  freeFrom?: string | null
  /** After a no: the names of the other lenders still asked; null for one who shows none. */
  stillAsked?: readonly (string | null)[]
  /** To the lender after a yes: how many other requests for these days were declined automatically. */
  answeredBesides?: number
}

type Sentences = Record<LoanNews, (details: NewsDetails) => { subject: string; body: string[] }>
type Reasons = Partial<Record<LoanReason, string>>

const linesWithText = (...lines: (string | false | null | undefined)[]): string[] =>
  lines.filter((line): line is string => Boolean(line))

type OfDays = 'daysAsked' | 'daysAgreed' | 'daysSettled' | 'daysKept' | 'daysEnded'
type Agreement =
  | 'accepted'
  | 'agreed'
  | 'promised'
  | 'declined'
  | 'withdrawn'
  | 'proposed'
  | 'promisedElsewhere'
  | 'freeAgain'

/** How many of the lenders still asked are named. */
const NAMED = 2

/** After a no: which lenders of the same ask are still asked; null if none. */
function stillAskedIn(lang: Language, names: readonly (string | null)[] = []): string | null {
  if (names.length === 0) return null
  const t = texts('loans', lang)
  const named = names.filter((name) => name !== null).slice(0, NAMED)
  const count = names.length - named.length
  if (named.length === 0) return t('mails.loanNews.stillAsked.some', { count })
  const more = count > 0 ? [t('mails.loanNews.stillAsked.more', { count })] : []
  const list = new Intl.ListFormat(LOCALES[lang]).format([...named, ...more])
  return t('mails.loanNews.stillAsked.names', { names: list })
}

const answeredBesidesIn = (lang: Language, count = 0): string | null =>
  count > 0 ? texts('loans', lang)('mails.loanNews.answeredBesides', { count }) : null

/** News about the outcome of a request. */
const agreementNewsIn = (lang: Language): Pick<Sentences, Agreement> => {
  const reasons: Reasons = sectionsOf('loans', lang).mails.loanNews.reasons
  const t = texts('loans', lang)
  return {
    accepted: ({ otherName, item, when, isHourOpen, until, standsUntil }) => ({
      subject: t('mails.loanNews.accepted.subject', { item, otherName }),
      body: linesWithText(
        t('mails.loanNews.accepted.body', { otherName, item }),
        when && t('mails.loanNews.accepted.bodyWhen', { when }),
        isHourOpen && t('mails.loanNews.accepted.bodyHour'),
        until && t('mails.loanNews.accepted.bodyUntil', { until }),
        standsUntil && t('mails.loanNews.accepted.bodyStandsUntil', { standsUntil }),
        t('mails.loanNews.accepted.body2'),
      ),
    }),
    agreed: ({ otherName, item, when, until, standsUntil }) => ({
      subject: t('mails.loanNews.agreed.subject', { item, otherName }),
      body: linesWithText(
        t('mails.loanNews.agreed.body', { otherName, item }),
        when && t('mails.loanNews.agreed.bodyWhen', { when }),
        until && t('mails.loanNews.agreed.bodyUntil', { until }),
        standsUntil && t('mails.loanNews.agreed.bodyStandsUntil', { standsUntil }),
      ),
    }),
    promised: ({ otherName, item, when, until, standsUntil, answeredBesides }) => ({
      subject: t('mails.loanNews.promised.subject', { item, otherName }),
      body: linesWithText(
        t('mails.loanNews.promised.body', { otherName, item }),
        when && t('mails.loanNews.promised.bodyWhen', { when }),
        until && t('mails.loanNews.promised.bodyUntil', { until }),
        standsUntil && t('mails.loanNews.promised.bodyStandsUntil', { standsUntil }),
        answeredBesidesIn(lang, answeredBesides),
        t('mails.loanNews.promised.body2'),
      ),
    }),
    declined: ({ otherName, item, reason, stillAsked }) => ({
      subject: t('mails.loanNews.declined.subject', { item }),
      body: linesWithText(
        t('mails.loanNews.declined.body', { otherName, item }),
        reason && reasons[reason],
        stillAskedIn(lang, stillAsked) ?? t('mails.loanNews.declined.body2'),
      ),
    }),
    promisedElsewhere: ({ otherName, item, when, freeFrom, stillAsked }) => ({
      subject: t('mails.loanNews.promisedElsewhere.subject', { item }),
      body: linesWithText(
        t('mails.loanNews.promisedElsewhere.body', { otherName, item }),
        when && t('mails.loanNews.promisedElsewhere.bodyWhen', { when }),
        freeFrom && t('mails.loanNews.promisedElsewhere.bodyFreeFrom', { freeFrom }),
        stillAskedIn(lang, stillAsked) ?? t('mails.loanNews.declined.body2'),
      ),
    }),
    freeAgain: ({ otherName, item, when }) => ({
      subject: t('mails.loanNews.freeAgain.subject', { item }),
      body: linesWithText(
        t('mails.loanNews.freeAgain.body', { otherName, item }),
        when && t('mails.loanNews.promisedElsewhere.bodyWhen', { when }),
        t('mails.loanNews.freeAgain.body2'),
      ),
    }),
    withdrawn: ({ otherName, item }) => ({
      subject: t('mails.loanNews.withdrawn.subject', { item }),
      body: [t('mails.loanNews.withdrawn.body', { otherName, item })],
    }),
    proposed: ({ otherName, item, when }) => ({
      subject: t('mails.loanNews.proposed.subject', { item }),
      body: linesWithText(
        t('mails.loanNews.proposed.body', { otherName, item }),
        when && t('mails.loanNews.proposed.bodyWhen', { when }),
      ),
    }),
  }
}

const expiredFor = (reason: LoanReason | null) =>
  reason === 'away' || reason === 'gone' ? reason : 'body1'

/** News about the later course of a loan, and about requests and promises that expire. */
const laterNewsIn = (lang: Language): Omit<Sentences, Agreement | OfDays> => {
  const t = texts('loans', lang)
  return {
    saidAgreed: ({ otherName, item, when }) => ({
      subject: t('mails.loanNews.saidAgreed.subject', { otherName, item }),
      body: linesWithText(
        when && t('mails.loanNews.saidAgreed.body', { otherName, item, when }),
        t('mails.loanNews.saidAgreed.body2', { otherName }),
      ),
    }),
    saidFetched: ({ otherName, item, when, until }) => ({
      subject: t('mails.loanNews.saidFetched.subject', { otherName, item }),
      body: linesWithText(
        when && t('mails.loanNews.saidFetched.body', { otherName, item, when }),
        until && t('mails.loanNews.saidFetched.bodyUntil', { until }),
        t('mails.loanNews.saidFetched.body2', { otherName }),
      ),
    }),
    noted: ({ otherName, item, when, until }) => ({
      subject: t('mails.loanNews.noted.subject', { otherName, item }),
      body: linesWithText(
        when && t('mails.loanNews.noted.body', { otherName, item, when }),
        until && t('mails.loanNews.noted.bodyUntil', { until }),
        t('mails.loanNews.noted.body2', { otherName }),
      ),
    }),
    notedUndone: ({ otherName, item }) => ({
      subject: t('mails.loanNews.notedUndone.subject', { item }),
      body: [t('mails.loanNews.notedUndone.body', { otherName, item })],
    }),
    returned: ({ otherName, item }) => ({
      subject: t('mails.loanNews.returned.subject', { item }),
      body: [t('mails.loanNews.returned.body', { otherName, item })],
    }),
    returnUndone: ({ otherName, item }) => ({
      subject: t('mails.loanNews.returnUndone.subject', { item }),
      body: [t('mails.loanNews.returnUndone.body', { otherName, item })],
    }),
    thanked: ({ otherName, item }) => ({
      subject: t('mails.loanNews.thanked.subject', { otherName, item }),
      body: [t('mails.loanNews.thanked.body', { otherName })],
    }),
    lentElsewhere: ({ otherName, item }) => ({
      subject: t('mails.loanNews.lentElsewhere.subject', { item }),
      body: [t('mails.loanNews.lentElsewhere.body', { otherName, item })],
    }),
    borrowerLeft: ({ otherName, item }) => ({
      subject: t('mails.loanNews.borrowerLeft.subject', { item, otherName }),
      body: [t('mails.loanNews.borrowerLeft.body', { otherName, item })],
    }),
    lenderLeft: ({ otherName, item, when }) => ({
      subject: t('mails.loanNews.lenderLeft.subject', { item, otherName }),
      body: linesWithText(
        t('mails.loanNews.lenderLeft.body', { otherName, item }),
        when && t('mails.loanNews.lenderLeft.bodyWhen', { when }),
        t('mails.loanNews.lenderLeft.body2'),
      ),
    }),
    borrowerLeftWithIt: ({ otherName, item }) => ({
      subject: t('mails.loanNews.borrowerLeftWithIt.subject', { item, otherName }),
      body: [
        t('mails.loanNews.borrowerLeftWithIt.body1', { otherName, item }),
        t('mails.loanNews.borrowerLeftWithIt.body2'),
      ],
    }),
    lenderLeftIt: ({ otherName, item }) => ({
      subject: t('mails.loanNews.lenderLeftIt.subject', { item, otherName }),
      body: [
        t('mails.loanNews.lenderLeftIt.body1', { otherName, item }),
        t('mails.loanNews.lenderLeftIt.body2'),
      ],
    }),
    expired: ({ otherName, item, reason, stillAsked }) => ({
      subject: t('mails.loanNews.expired.subject', { item }),
      body: [
        // A lender who was away, or no longer lends it, is not called silent.
        t(`mails.loanNews.expired.${expiredFor(reason)}`, { item, otherName }),
        stillAskedIn(lang, stillAsked) ?? t('mails.loanNews.expired.body2'),
      ],
    }),
    undecided: ({ otherName, item, stillAsked }) => ({
      subject: t('mails.loanNews.undecided.subject', { item }),
      body: linesWithText(
        t('mails.loanNews.undecided.body1', { item, otherName }),
        t('mails.loanNews.undecided.body2', { otherName }),
        stillAskedIn(lang, stillAsked),
      ),
    }),
    leftUndecided: ({ otherName, item }) => ({
      subject: t('mails.loanNews.undecided.subject', { item }),
      body: [
        t('mails.loanNews.leftUndecided.body1', { item, otherName }),
        t('mails.loanNews.leftUndecided.body2', { otherName }),
      ],
    }),
    proposalEnded: ({ otherName, item, stillAsked }) => ({
      subject: t('mails.loanNews.undecided.subject', { item }),
      body: linesWithText(
        t('mails.loanNews.proposalEnded.body1', { item, otherName }),
        t('mails.loanNews.proposalEnded.body2', { otherName }),
        stillAskedIn(lang, stillAsked),
      ),
    }),
    ownProposalEnded: ({ otherName, item }) => ({
      subject: t('mails.loanNews.undecided.subject', { item }),
      body: [
        t('mails.loanNews.ownProposalEnded.body1', { item, otherName }),
        t('mails.loanNews.ownProposalEnded.body2', { otherName }),
      ],
    }),
    closed: ({ item, when }) => ({
      subject: t('mails.loanNews.closed.subject', { item }),
      body: linesWithText(
        t('mails.loanNews.closed.body', { item }),
        when && t('mails.loanNews.closed.bodyWhen', { when }),
      ),
    }),
    notFetched: ({ otherName, item }) => ({
      subject: t('mails.loanNews.notFetched.subject', { item }),
      body: [
        t('mails.loanNews.notFetched.body1', { item, otherName }),
        t('mails.loanNews.notFetched.body2'),
      ],
    }),
    notFetchedSaid: ({ otherName, item }) => ({
      subject: t('mails.loanNews.notFetched.subject', { item }),
      body: [
        t('mails.loanNews.notFetched.said', { item, otherName }),
        t('mails.loanNews.notFetched.body2'),
      ],
    }),
  }
}

/** News about a change of days. */
const newsOfDaysIn = (lang: Language): Pick<Sentences, OfDays> => {
  const t = texts('loans', lang)
  const days = ({ when, until, standsUntil }: NewsDetails) => [
    when && t('mails.loanNews.daysAgreed.bodyWhen', { when }),
    until && t('mails.loanNews.daysAgreed.bodyUntil', { until }),
    standsUntil && t('mails.loanNews.accepted.bodyStandsUntil', { standsUntil }),
  ]
  return {
    daysAsked: ({ otherName, item, when, until, askedWhen, askedUntil, wantedFrom }) => ({
      subject: t('mails.loanNews.daysAsked.subject', { item }),
      body: linesWithText(
        t('mails.loanNews.daysAsked.body', { otherName, item }),
        askedWhen && t('mails.loanNews.daysAsked.bodyWhen', { askedWhen }),
        askedUntil && t('mails.loanNews.daysAsked.bodyUntil', { askedUntil }),
        askedWhen && when && t('mails.loanNews.daysAsked.untilNowWhen', { when }),
        askedUntil && until && t('mails.loanNews.daysAsked.untilNow', { until }),
        wantedFrom && t('mails.loanNews.daysAsked.wantedFrom', { wantedFrom }),
        t('mails.loanNews.daysAsked.body2'),
      ),
    }),
    daysAgreed: (details) => ({
      subject: t('mails.loanNews.daysAgreed.subject', { item: details.item }),
      body: linesWithText(
        t('mails.loanNews.daysAgreed.body', { otherName: details.otherName, item: details.item }),
        ...days(details),
      ),
    }),
    daysSettled: (details) => ({
      subject: t('mails.loanNews.daysSettled.subject', { item: details.item }),
      body: linesWithText(
        t('mails.loanNews.daysSettled.body', { otherName: details.otherName, item: details.item }),
        ...days(details),
        answeredBesidesIn(lang, details.answeredBesides),
      ),
    }),
    daysKept: (details) => ({
      subject: t('mails.loanNews.daysKept.subject', { item: details.item }),
      body: linesWithText(
        t('mails.loanNews.daysKept.body', { otherName: details.otherName, item: details.item }),
        ...days(details),
      ),
    }),
    daysEnded: (details) => ({
      subject: t('mails.loanNews.daysEnded.subject', { item: details.item }),
      body: linesWithText(
        t('mails.loanNews.daysEnded.body', { otherName: details.otherName, item: details.item }),
        ...days(details),
      ),
    }),
  }
}

/** The subject and the sentences for each change of a loan. */
export const loanNewsIn = (lang: Language): Sentences => ({
  ...agreementNewsIn(lang),
  ...laterNewsIn(lang),
  ...newsOfDaysIn(lang),
})
