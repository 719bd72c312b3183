import { eq } from 'drizzle-orm'
import {
  dayInWords,
  findWantedDays,
  lastDayOfPromise,
  timeInWords,
  wantedInWords,
} from '#features/lending/conversations/days/server/door.ts'
import { firstTaken } from '#features/lending/conversations/days/taken-days.ts'
import { answerUrlsOf } from '#features/lending/conversations/messages/server/door.ts'
import type { MessageRow } from '#features/lending/conversations/messages/tables.ts'
import {
  findNameFor,
  findNamesFor,
  findReceiversOf,
  type Receiver,
} from '#features/lending/conversations/sides/server/door.ts'
import type {
  LoanReason,
  LoanSide,
} from '#features/lending/conversations/transactions/loan-steps.ts'
import {
  type Sending,
  siblingsOf,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { findView, type View } from '#features/lending/conversations/views/server/door.ts'
import {
  findSpeaker,
  sideIdOf,
  sideOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
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
import { loanMomentOf } from './loan-clock.ts'
import { type LoanChanged, loanChanged } from './mails/loan-changed.ts'
import type { LoanNews } from './mails/loan-news.ts'

export interface Change {
  /** Null if it happened by itself. If a proposed change of days expires, the side that has not answered. */
  by: LoanSide | null
  reason: LoanReason | null
  /** The message that came with the change, if it reaches the other side. */
  message: Pick<MessageRow, 'text' | 'warnings'> | null
  /** A mistaken step was undone: the status is again the one before that step. */
  undone?: boolean
  /** The change closes the conversation; this is its last notification. */
  closing?: boolean
  /** If the wanted days are promised to another borrower: the first free day after them; null if unknown. */
  freeFrom?: string | null
  /** The days of a request that ended for that reason are free again. */
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

/** The news for each side about a change of days; none if the proposal was withdrawn, since no one has to act. */
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

/** The news when the other side deletes its account, depending on whether the thing is out or was only agreed. */
function newsOfLeaving(isHandedOver: boolean, by: LoanSide | null): NewsOfSides {
  if (by === 'lender') return { borrower: isHandedOver ? 'lenderLeftIt' : 'lenderLeft' }
  return { lender: isHandedOver ? 'borrowerLeftWithIt' : 'borrowerLeft' }
}

/** The news for each side when a request expires, depending on whether the lender wrote in it. */
function newsOfEnd({ dates_by, written_at }: TransactionRow): NewsOfSides {
  if (dates_by === 'lender') return { borrower: 'proposalEnded', lender: 'ownProposalEnded' }
  if (written_at) return { borrower: 'undecided', lender: 'leftUndecided' }
  return { borrower: 'expired' }
}

/** If neither side answered, both are notified; otherwise the side that did not say it. */
function newsOfNotFetched(by: LoanSide | null): NewsOfSides {
  if (by === null) return { borrower: 'notFetched', lender: 'notFetched' }
  return by === 'lender' ? { borrower: 'notFetchedSaid' } : { lender: 'notFetchedSaid' }
}

/** The news of a change for each side. A side gets no news of what it did or saw itself. */
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
  // The lender finds it in the conversation; the mail after the yes counts all such requests.
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
 * Notifies each side of a change if it is news to that side.
 * @param row the row after the change
 */
export async function tellOfChange(
  sending: Sending,
  row: TransactionRow,
  change: Change,
): Promise<void> {
  await tell(sending, row, newsOf(row, change), change)
}

/** Notifies a side that the other one thanked it; `text` is null if it wrote nothing. */
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
 * The other lenders of the same ask that have not decided yet, by the names that the borrower may know; null for
 * one who shows none. Leaves out requests that wait for a moderator.
 */
async function findStillAsked(db: Db, row: TransactionRow): Promise<(string | null)[]> {
  const waiting = (await siblingsOf(db, row)).filter(
    ({ status, held_at, closed_at }) =>
      status === 'requested' && held_at === null && closed_at === null,
  )
  return Promise.all(waiting.map((sibling) => findNameFor(db, sibling, 'borrower')))
}

/** Notifies everyone on each side in one go: ten receivers need as many queries as one. */
async function tell(
  { db, deps, now }: Sending,
  row: TransactionRow,
  newsOfSides: NewsOfSides,
  change: Change,
): Promise<void> {
  const sides = (['borrower', 'lender'] as const).filter((side) => newsOfSides[side])
  if (sides.length === 0) return
  // The news of a closed conversation contains no name.
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
    // A receiver who never knew of a request need not learn that it is over.
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

/** The proposed days, as a mail writes them. */
export const askedInWords = (row: TransactionRow, lang: UserRow['lang'], timeZone: string) => ({
  askedWhen: row.asked_handover_at && timeInWords(row.asked_handover_at, lang, timeZone),
  askedUntil: row.asked_return_by && dayInWords(row.asked_return_by, lang),
})

/** The first of the proposed days, beyond those agreed, that another borrower waits for; null if there is none. */
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
  /** The item's name in the user's language. */
  item: string
  row: TransactionRow
  news: LoanNews
  change: Change
  /** For a no: the names of the lenders who are still asked. */
  stillAsked: (string | null)[]
}

/** The notification for one person. */
function noticeOf(
  { user, otherName, item, row, news, change, stillAsked }: News,
  timeZone: string,
  now: Date,
): Notice {
  const { lang } = user
  // Without a promise no one is on the way in vain, so the time does not matter.
  const wasPromised = news !== 'lenderLeft' || row.lent !== null
  const handoverTime =
    (row.status === 'accepted' || news === 'closed' || news === 'lenderLeft') &&
    row.handover_at &&
    timeInWords(row.handover_at, lang, timeZone)
  // A side is not shown its own message.
  const isOwnMessage = news === 'promised' || (news === 'accepted' && change.by === 'borrower')
  const message = isOwnMessage ? null : change.message
  const isOfDays = DAYS_NEWS.includes(news)
  const path = paths.inbox({ transaction_id: row.id })
  const standsUntil = lastDayOfPromise(row)
  // A thing that was fetched already has a first day and a return day.
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
    // Never reveals why a conversation was closed.
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

/** News after which a borrower may ask other lenders if none is still asked. */
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

/** News that remove days from a calendar. */
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
 * Whether the news in a mail are still true.
 * @param role the receiver's side
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

/** Whether a user has had the conversation open since that instant. */
export const isSeen = (view: View | null, at: string | undefined) =>
  at !== undefined && view?.viewed_at != null && view.viewed_at >= new Date(at)

/**
 * Checks news right before they are sent. Nothing goes to people who no longer belong to the conversation or have
 * muted it, and nothing is sent that is no longer true. A yes, or its end, comes with a calendar file: those
 * mails are sent even if the receiver has seen the news. Pushes and digests contain only what was not seen.
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
    // The proposed days may have changed while the mail waited.
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
  // The person who said yes knows it already.
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
