import { eq } from 'drizzle-orm'
import type {
  LoanReason,
  LoanSide,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  answerUrlsOf,
  dayInWords,
  findNameFor,
  findNamesFor,
  findReceiversOf,
  findSpeaker,
  findView,
  findWantedDays,
  lastDayOfPromise,
  loanMomentOf,
  type MessageRow,
  type Receiver,
  type Sending,
  siblingsOf,
  sideIdOf,
  sideOf,
  timeInWords,
  type View,
  wantedInWords,
} from '#features/lending/conversations/transactions/server/door.ts'
import type { TransactionRow } from '#features/lending/conversations/transactions/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { firstTaken } from '#features/lending/conversations/transactions/taken-days.ts'
import {
  type Notice,
  type NoticeLinks,
  notifyAll,
} from '#features/people/notifications/server/door.ts'
import { findItemNames } from '#features/places/items/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { paths } from '#platform/shared/paths.ts'
import { conversationTag } from '#platform/shared/push.ts'
import { findLoanCalendar } from './calendar-file.ts'
import { countAnsweredBesides } from './hopeless-requests.queries.ts'
import { type LoanChanged, loanChanged } from './mails/loan-changed.ts'
import type { LoanNews } from './mails/loan-news.ts'

export interface Change {
  /** Null: it happened by itself. Where a question for other days ends, the side that has not answered. */
  by: LoanSide | null
  reason: LoanReason | null
  /** The message that came with the change, as far as it reaches the other side. */
  message: Pick<MessageRow, 'text' | 'warnings'> | null
  /**
   * A step that was taken by mistake is taken back: the status is again the one before that step.
   */
  undone?: boolean
  /** The change closes the conversation, and is the last thing that is told about it. */
  closing?: boolean
  /** Where the wanted days are promised to somebody else: the first day after them that is free; null: not known. */
  freeFrom?: string | null
  /** The days of a request that ended for that are free again. */
  freeAgain?: boolean
}

type NewsOfSides = Partial<Record<LoanSide, LoanNews>>

const DAYS_REASONS: readonly (LoanReason | null)[] = [
  'days_asked',
  'days_agreed',
  'days_kept',
  'days_withdrawn',
  'days_ended',
]

/** What each side is told of other days; where the question for them was taken back, nobody has to do anything. */
function newsOfDays(reason: LoanReason | null, by: LoanSide | null): NewsOfSides {
  const others = (news: LoanNews) => (by === 'lender' ? { borrower: news } : { lender: news })
  if (reason === 'days_asked') return others('daysAsked')
  if (reason === 'days_kept') return others('daysKept')
  if (reason === 'days_ended') return others('daysEnded')
  if (reason !== 'days_agreed') return {}
  // Both sides get a mail, since both get the days for their calendars.
  return by === 'lender'
    ? { borrower: 'daysAgreed', lender: 'daysSettled' }
    : { borrower: 'daysSettled', lender: 'daysAgreed' }
}

/**
 * What the other side is told when an account is deleted, where the thing is out and where what was
 * agreed ends.
 */
function newsOfLeaving(isHandedOver: boolean, by: LoanSide | null): NewsOfSides {
  if (by === 'lender') return { borrower: isHandedOver ? 'lenderLeftIt' : 'lenderLeft' }
  return { lender: isHandedOver ? 'borrowerLeftWithIt' : 'borrowerLeft' }
}

/** What each side is told where a request ended by itself: what was said in it, or that nothing was. */
function newsOfEnd({ dates_by, written_at }: TransactionRow): NewsOfSides {
  if (dates_by === 'lender') return { borrower: 'proposalEnded', lender: 'ownProposalEnded' }
  if (written_at) return { borrower: 'undecided', lender: 'leftUndecided' }
  return { borrower: 'expired' }
}

/** Where nobody answered both are told, otherwise the side that has not said it. */
function newsOfNotFetched(by: LoanSide | null): NewsOfSides {
  if (by === null) return { borrower: 'notFetched', lender: 'notFetched' }
  return by === 'lender' ? { borrower: 'notFetchedSaid' } : { lender: 'notFetchedSaid' }
}

/**
 * Which news of a change each side is told. A side is not told what it did itself, or saw itself.
 */
function newsOf(row: TransactionRow, change: Change): NewsOfSides {
  const { status } = row
  const { by, reason, undone, freeAgain } = change
  if (freeAgain) return { borrower: 'freeAgain' }
  if (undone && status === 'handed_over') {
    return by === 'lender' ? { borrower: 'returnUndone' } : { lender: 'returnUndone' }
  }
  if (undone) return reason === 'noted' ? { borrower: 'notedUndone' } : {}
  if (reason === 'agreed_in_words') return { lender: 'saidAgreed' }
  if (reason === 'fetched_in_words') return { lender: 'saidFetched' }
  if (reason === 'noted') return { borrower: 'noted' }
  if (DAYS_REASONS.includes(reason)) return newsOfDays(reason, by)
  if (reason === 'lent_elsewhere') return { lender: 'lentElsewhere' }
  // The lender finds it in the conversation, and is told of all such requests with the yes.
  if (status === 'declined' && by === null) return { borrower: 'promisedElsewhere' }
  if (reason === 'not_fetched') return newsOfNotFetched(by)
  if (reason === 'left') return newsOfLeaving(status === 'handed_over', by)
  if (reason === 'blocked') return by === 'lender' ? { borrower: 'closed' } : { lender: 'closed' }
  if (status === 'handed_over') return {}
  if (status === 'expired') return newsOfEnd(row)
  // Both sides get a mail, since both get the days for their calendars.
  if (status === 'accepted')
    return { borrower: 'accepted', lender: by === 'lender' ? 'promised' : 'agreed' }
  const news = status === 'requested' ? 'proposed' : status
  return by === 'lender' ? { borrower: news } : { lender: news }
}

/**
 * Tells each side of a change, as far as it is news to that side.
 * @param row as it is now
 */
export async function tellOfChange(
  sending: Sending,
  row: TransactionRow,
  change: Change,
): Promise<void> {
  await tell(sending, row, newsOf(row, change), change)
}

/** Tells a side that the other one thanked it; `text` is null for no more than that. */
export async function tellOfThanks(
  sending: Sending,
  row: TransactionRow,
  by: LoanSide,
  text: string | null,
): Promise<void> {
  const side = by === 'lender' ? 'borrower' : 'lender'
  const message = text === null ? null : { text, warnings: [] }
  await tell(sending, row, { [side]: 'thanked' }, { by, reason: null, message })
}

/**
 * The other letterboxes of the same request that have not decided yet, by the names that the borrower may know; null
 * where one shows none. A request that waits for a moderator has not been asked.
 */
async function findStillAsked(db: Db, row: TransactionRow): Promise<(string | null)[]> {
  const waiting = (await siblingsOf(db, row)).filter(
    ({ status, held_at, closed_at }) =>
      status === 'requested' && held_at === null && closed_at === null,
  )
  return Promise.all(waiting.map((sibling) => findNameFor(db, sibling, 'borrower')))
}

/** Tells everybody of each side at once: what they are told needs as many questions for ten as for one. */
async function tell(
  { db, deps, now }: Sending,
  row: TransactionRow,
  newsOfSides: NewsOfSides,
  change: Change,
): Promise<void> {
  const sides = (['borrower', 'lender'] as const).filter((side) => newsOfSides[side])
  if (sides.length === 0) return
  // Whose conversation was closed is told without a name.
  const named = sides.filter((side) => newsOfSides[side] !== 'closed')
  const isNo = Object.values(newsOfSides).some((news) => NO.includes(news))
  const [names, receivers, itemIn, stillAsked] = await Promise.all([
    findNamesFor(db, row, named),
    findReceiversOf(db, row, sides, change.closing),
    findItemNames(db, row.item_id),
    isNo ? findStillAsked(db, row) : [],
  ])
  const notices = sides.flatMap((side) => {
    const news = newsOfSides[side]
    if (!news) return []
    // Whoever never heard of a request need not hear that it is over.
    const isFor = ({ knows }: Receiver) =>
      knows || (news !== 'lentElsewhere' && news !== 'borrowerLeft')
    return receivers[side].filter(isFor).map(({ user }) => {
      const about = {
        user,
        otherName: names[side],
        item: itemIn(user.lang),
        row,
        news,
        change,
        stillAsked,
      }
      return noticeOf(about, deps.config.timeZone, now)
    })
  })
  await notifyAll(db, deps, notices, now)
}

/** The days that a side asks for, as a mail writes them. */
export const askedInWords = (row: TransactionRow, lang: UserRow['lang'], timeZone: string) => ({
  askedWhen: row.asked_handover_at && timeInWords(row.asked_handover_at, lang, timeZone),
  askedUntil: row.asked_return_by && dayInWords(row.asked_return_by, lang),
})

/**
 * The first of the days that a side asks for, and that are not its own yet, for which somebody else waits; null where
 * nobody does.
 */
async function findWantedFrom(
  db: Db,
  row: TransactionRow,
  today: string,
  timeZone: string,
): Promise<string | null> {
  const { lent, asked_handover_at, asked_return_by, return_by } = row
  const until = asked_return_by ?? return_by
  if (lent === null || until === null) return null
  const from = asked_handover_at ? dayIn(timeZone, asked_handover_at) : lent.slice(1, 11)
  const wanted = firstTaken(await findWantedDays(db, row, today), { from, until })
  return wanted && (wanted.from > from ? wanted.from : from)
}

interface News {
  user: UserRow
  otherName: string | null
  /** The thing, in the language of the user. */
  item: string
  row: TransactionRow
  news: LoanNews
  change: Change
  /** Of a no: the names of those who are still asked. */
  stillAsked: (string | null)[]
}

/** What one person is told. */
function noticeOf(
  { user, otherName, item, row, news, change, stillAsked }: News,
  timeZone: string,
  now: Date,
): Notice {
  const { lang } = user
  // Without a promise nobody is on the way in vain, so no time is told.
  const wasPromised = news !== 'lenderLeft' || row.lent !== null
  const handoverTime =
    (row.status === 'accepted' || news === 'closed' || news === 'lenderLeft') &&
    row.handover_at &&
    timeInWords(row.handover_at, lang, timeZone)
  // Nobody is told what their own side wrote.
  const isOwnMessage = news === 'promised' || (news === 'accepted' && change.by === 'borrower')
  const message = isOwnMessage ? null : change.message
  const isOfDays = DAYS_NEWS.includes(news)
  const path = paths.inbox({ transaction_id: row.id })
  const standsUntil = lastDayOfPromise(row)
  // What was fetched already has a first day, and one on which it is back.
  const since = news === 'saidFetched' || news === 'noted' ? row.wanted_from : null
  const backBy = row.return_by ?? (news === 'saidFetched' ? row.wanted_until : null)
  const plannedFor = handoverTime || (isOfDays ? null : wantedInWords(row, lang))
  const when = since === null ? plannedFor : dayInWords(since, lang)
  const content = {
    about: { user_id: user.id, transaction_id: row.id, at: now.toISOString() },
    firstname: user.firstname,
    otherName,
    item,
    news,
    // Why a conversation was closed is told to nobody.
    reason: news === 'closed' ? null : change.reason,
    when: wasPromised ? when : null,
    ...(news === 'daysAsked' && askedInWords(row, lang, timeZone)),
    isHourOpen: row.status === 'accepted' && row.handover_at === null,
    until: backBy && dayInWords(backBy, lang),
    standsUntil: standsUntil && dayInWords(standsUntil, lang),
    freeFrom: change.freeFrom ? dayInWords(change.freeFrom, lang) : null,
    stillAsked: NO.includes(news) ? stillAsked : [],
    text: message?.text ?? null,
    warnings: message?.warnings ?? [],
  }
  const answer = news === 'daysAsked' ? 'agreeDays' : 'accept'
  const agreePath = paths.answerRequest({ transaction_id: row.id, answer })
  const asksWhetherRight = news === 'saidAgreed' || news === 'saidFetched'
  const rightUrlsOf = (conversation: NoticeLinks['conversation']) => {
    const { accept, decline, propose } = answerUrlsOf(row.id, conversation)
    return { yes: accept, no: decline, otherDay: news === 'saidAgreed' ? propose : null }
  }
  const asksForYes = news === 'proposed' || news === 'daysAsked'
  const mail = ({ conversation }: NoticeLinks) =>
    loanChanged({
      ...content,
      url: conversation(path),
      agreeUrl: asksForYes ? conversation(agreePath) : undefined,
      lateYesUrl: news === 'leftUndecided' ? conversation(agreePath) : undefined,
      rightUrls: asksWhetherRight ? rightUrlsOf(conversation) : undefined,
    })
  return { user, kind: 'request', path, tag: conversationTag(row.id), mail }
}

/** News after which a borrower may ask others, where nobody is still asked. */
const NO: LoanNews[] = ['declined', 'expired', 'undecided', 'proposalEnded', 'promisedElsewhere']

const LENT = ['accepted', 'handed_over', 'returned']
const YES: LoanNews[] = ['accepted', 'agreed', 'promised', 'daysAgreed', 'daysSettled', 'noted']
const DAYS_NEWS: LoanNews[] = ['daysAsked', 'daysAgreed', 'daysSettled', 'daysKept', 'daysEnded']

const ENDED_BY_ITSELF: LoanNews[] = [
  'expired',
  'undecided',
  'leftUndecided',
  'proposalEnded',
  'ownProposalEnded',
  'notFetched',
  'notFetchedSaid',
]

/** News that take days out of a calendar. */
const ENDS: LoanNews[] = [
  'declined',
  'withdrawn',
  'closed',
  'borrowerLeft',
  'lenderLeft',
  'notFetched',
  'notFetchedSaid',
]
const withCalendar = (news: LoanNews) => YES.includes(news) || ENDS.includes(news)

/**
 * Whether what a mail tells is still true.
 * @param role the side of who is told
 */
function isStillSo(
  news: LoanNews,
  { status, days_asked_by, in_words }: TransactionRow,
  role: LoanSide,
): boolean {
  if (YES.includes(news)) return LENT.includes(status)
  if (news === 'daysAsked') return days_asked_by !== null && days_asked_by !== role
  if (news === 'daysKept' || news === 'daysEnded')
    return status === 'accepted' || status === 'handed_over'
  if (news === 'proposed') return status === 'requested'
  if (news === 'promisedElsewhere' || news === 'freeAgain') return status === 'declined'
  if (news === 'saidAgreed') return status === 'requested' && in_words === 'agreed'
  if (news === 'saidFetched') return status === 'requested' && in_words === 'fetched'
  if (news === 'notedUndone') return status === 'requested' || status === 'expired'
  if (news === 'borrowerLeftWithIt' || news === 'lenderLeftIt') return status === 'handed_over'
  return !ENDED_BY_ITSELF.includes(news) || status === 'expired'
}

/** Whether somebody has had the conversation in view since that instant. */
export const isSeen = (view: View | null, at: string | undefined) =>
  at !== undefined && view?.viewed_at != null && view.viewed_at >= new Date(at)

/**
 * Checks news again right before they are sent. Nothing goes to anybody who does not belong to the
 * conversation any more, or muted it, and nothing that is no longer true. With a yes, or its end,
 * comes a file for the calendar: those mails go also to whoever has seen the news. A push, or a
 * digest, tells only what was not seen.
 */
export function prepareChangeNotices({
  mails,
  pushes,
  database: { orm },
  clock,
  config,
}: Deps): void {
  const revise = async (content: LoanChanged, dropSeen: boolean): Promise<LoanChanged | null> => {
    if (!content.about) return content
    const { user_id, transaction_id, at } = content.about
    const [row] = await orm.select().from(transactions).where(eq(transactions.id, transaction_id))
    const sideId = row && sideIdOf(row, await findSpeaker(orm, user_id))
    if (!sideId || !isStillSo(content.news, row, sideOf(row, sideId))) return null
    const view = await findView(orm, user_id, transaction_id)
    if (view?.muted || (dropSeen && isSeen(view, at))) return null
    const { today } = loanMomentOf(clock(), config.timeZone)
    if (content.news === 'promised' || content.news === 'daysSettled') {
      if (sideOf(row, sideId) === 'borrower') return content
      return { ...content, answeredBesides: await countAnsweredBesides(orm, row, today) }
    }
    if (content.news !== 'daysAsked') return content
    // Other days may be asked for by now than when the mail began to wait.
    const user = await findUser(orm, user_id)
    if (!user) return null
    const wantedFrom = await findWantedFrom(orm, row, today, config.timeZone)
    return {
      ...content,
      ...askedInWords(row, user.lang, config.timeZone),
      wantedFrom: wantedFrom && dayInWords(wantedFrom, user.lang),
    }
  }
  mails.revise(loanChanged, (content) => revise(content, !withCalendar(content.news)))
  // Whoever said yes knows it already.
  pushes.revise(loanChanged, async (content) =>
    content.news === 'promised' || content.news === 'daysSettled' ? null : revise(content, true),
  )
  mails.attach(loanChanged, async ({ about, news }) => {
    const user = about && withCalendar(news) && (await findUser(orm, about.user_id))
    if (!user) return []
    const viewer = { ...(await findSpeaker(orm, user.id)), lang: user.lang }
    const file = await findLoanCalendar(orm, config, viewer, about.transaction_id)
    return file ? [file] : []
  })
}
