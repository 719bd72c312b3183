import { eq } from 'drizzle-orm'
import { items } from '#features/items/tables.ts'
import { type NoticeLinks, notify } from '#features/notifications/server/door.ts'
import type { LoanReason, LoanSide } from '#features/transactions/loan-steps.ts'
import {
  dayInWords,
  findReceivers,
  findSenderName,
  findSpeaker,
  findView,
  lastDayOfPromise,
  type MessageRow,
  type Sending,
  sideOf,
  timeInWords,
  type View,
  wantedInWords,
} from '#features/transactions/server/door.ts'
import type { TransactionRow } from '#features/transactions/tables.ts'
import { transactions } from '#features/transactions/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { conversationTag } from '#platform/shared/push.ts'
import { findLoanCalendar } from './calendar-file.ts'
import { type LoanChanged, loanChanged } from './mails/loan-changed.ts'
import type { LoanNews } from './mails/loan-news.ts'

export interface Change {
  /** Null: it happened by itself. */
  by: LoanSide | null
  reason: LoanReason | null
  /** What was written with it, as far as it reaches the other side. */
  message: Pick<MessageRow, 'text' | 'warnings'> | null
  /** What was said by mistake is taken back: the status is that of before. */
  undone?: boolean
  /** It closes the conversation, and is the last that is told of it. */
  closing?: boolean
}

type Told = Partial<Record<LoanSide, LoanNews>>

/** An account goes: what its other side is told, about what is out and about what ends. */
function newsOfLeaving(out: boolean, by: LoanSide | null): Told {
  if (by === 'lender') return { borrower: out ? 'lenderLeftIt' : 'lenderLeft' }
  return { lender: out ? 'borrowerLeftWithIt' : 'borrowerLeft' }
}

/** What of a change each side is told: not what both were there for. */
function newsOf({ status }: TransactionRow, { by, reason, undone }: Change): Told {
  if (undone && status === 'handed_over') {
    return by === 'lender' ? { borrower: 'returnUndone' } : { lender: 'returnUndone' }
  }
  if (undone) return {}
  if (reason === 'lent_elsewhere') return { lender: 'lentElsewhere' }
  if (reason === 'not_fetched') return { borrower: 'notFetched', lender: 'notFetched' }
  if (reason === 'left') return newsOfLeaving(status === 'handed_over', by)
  if (reason === 'blocked') return by === 'lender' ? { borrower: 'closed' } : { lender: 'closed' }
  if (status === 'handed_over') return {}
  if (status === 'expired') return { borrower: 'expired' }
  // Both get the days for their calendars.
  if (status === 'accepted')
    return { borrower: 'accepted', lender: by === 'lender' ? 'promised' : 'agreed' }
  const news = status === 'requested' ? 'proposed' : status
  return by === 'lender' ? { borrower: news } : { lender: news }
}

/** The other side as a receiver may know it; null where it shows no name. */
export async function findOtherName(
  db: Db,
  row: TransactionRow,
  receiver: LoanSide,
): Promise<string | null> {
  const [id, role] =
    receiver === 'lender'
      ? ([row.borrower_id, 'borrower'] as const)
      : ([row.renter_id, 'renter'] as const)
  return id === null ? null : findSenderName(db, id, role)
}

export async function findItemName(db: Db, itemId: number, lang: UserRow['lang']) {
  const [item] = await db.select().from(items).where(eq(items.id, itemId))
  return item?.[`name_${storedLanguage(lang)}`] ?? ''
}

/**
 * Tells each side of a change as far as it is news to it.
 * @param row as it is now
 */
export async function tellOfChange(
  sending: Sending,
  row: TransactionRow,
  change: Change,
): Promise<void> {
  const told = newsOf(row, change)
  for (const side of ['borrower', 'lender'] as const) {
    const news = told[side]
    if (!news) continue
    const otherName = news === 'closed' ? null : await findOtherName(sending.db, row, side)
    for (const { user, knows } of await findReceivers(sending.db, row, side, change)) {
      // Of what somebody never heard of, nobody has to hear that it is over.
      if ((news === 'lentElsewhere' || news === 'borrowerLeft') && !knows) continue
      await tellNews(sending, { user, otherName, row, news, change })
    }
  }
}

/** Tells a side that the other one thanked it; `text` is null for no more than that. */
export async function tellOfThanks(
  sending: Sending,
  row: TransactionRow,
  by: LoanSide,
  text: string | null,
): Promise<void> {
  const side = by === 'lender' ? 'borrower' : 'lender'
  const otherName = await findOtherName(sending.db, row, side)
  const message = text === null ? null : { text, warnings: [] }
  const change = { by, reason: null, message }
  for (const { user } of await findReceivers(sending.db, row, side)) {
    await tellNews(sending, { user, otherName, row, news: 'thanked', change })
  }
}

interface News {
  user: UserRow
  otherName: string | null
  row: TransactionRow
  news: LoanNews
  change: Change
}

async function tellNews(
  { db, deps, now }: Sending,
  { user, otherName, row, news, change }: News,
): Promise<void> {
  const { timeZone } = deps.config
  const { lang } = user
  // Who was promised nothing is on no way that is in vain.
  const expected = news !== 'lenderLeft' || row.lent !== null
  const fetched =
    (row.status === 'accepted' || news === 'closed' || news === 'lenderLeft') &&
    row.handover_at &&
    timeInWords(row.handover_at, lang, timeZone)
  // Nobody is told what the own side wrote.
  const own = news === 'promised' || (news === 'accepted' && change.by === 'borrower')
  const message = own ? null : change.message
  const path = paths.inbox({ transaction_id: row.id })
  const standsUntil = lastDayOfPromise(row)
  const said = {
    about: { user_id: user.id, transaction_id: row.id, at: now.toISOString() },
    firstname: user.firstname,
    otherName,
    item: await findItemName(db, row.item_id, lang),
    news,
    // Why a conversation was closed is told to nobody.
    reason: news === 'closed' ? null : change.reason,
    when: expected ? fetched || wantedInWords(row, lang) : null,
    until: row.return_by && dayInWords(row.return_by, lang),
    standsUntil: standsUntil && dayInWords(standsUntil, lang),
    text: message?.text ?? null,
    warnings: message?.warnings ?? [],
  }
  const agreePath = paths.answerRequest({ transaction_id: row.id, answer: 'accept' })
  const mail = async ({ conversation }: NoticeLinks) =>
    loanChanged({
      ...said,
      url: await conversation(path),
      ...(news === 'proposed' && { agreeUrl: await conversation(agreePath) }),
    })
  await notify(db, deps, { user, kind: 'request', path, tag: conversationTag(row.id), mail }, now)
}

const LENT = ['accepted', 'handed_over', 'returned']
const YES: LoanNews[] = ['accepted', 'agreed', 'promised']

/** What puts days into a calendar, or takes them out of it. */
const ENDS: LoanNews[] = [
  ...(['declined', 'withdrawn', 'closed', 'borrowerLeft', 'lenderLeft', 'notFetched'] as const),
]
const withCalendar = (news: LoanNews) => YES.includes(news) || ENDS.includes(news)

/** Whether what a mail says is still so. */
function isStillSo(news: LoanNews, { status }: TransactionRow): boolean {
  if (YES.includes(news)) return LENT.includes(status)
  if (news === 'proposed') return status === 'requested'
  if (news === 'borrowerLeftWithIt' || news === 'lenderLeftIt') return status === 'handed_over'
  return (news !== 'expired' && news !== 'notFetched') || status === 'expired'
}

/** Whether somebody has had the conversation in view since. */
export const isSeen = (view: View | null, at: string | undefined) =>
  at !== undefined && view?.viewed_at != null && view.viewed_at >= new Date(at)

/**
 * News are looked at again when they are sent: nothing to whoever does not belong to it any more, or
 * muted it, and nothing that is no longer so. With a yes, or its end, comes a file for the calendar:
 * those mails go also to whoever has seen it. A device, or a digest, tells what was not seen.
 */
export function prepareChangeNotices({ mails, pushes, database: { orm }, config }: Deps): void {
  const revised = async (content: LoanChanged, dropSeen: boolean): Promise<LoanChanged | null> => {
    if (!content.about) return content
    const { user_id, transaction_id, at } = content.about
    const [row] = await orm.select().from(transactions).where(eq(transactions.id, transaction_id))
    const side = row && sideOf(row, await findSpeaker(orm, user_id))
    if (!side || !isStillSo(content.news, row)) return null
    const view = await findView(orm, user_id, transaction_id)
    return view?.muted || (dropSeen && isSeen(view, at)) ? null : content
  }
  mails.revise(loanChanged, (content) => revised(content, !withCalendar(content.news)))
  // Whoever said yes knows it.
  pushes.revise(loanChanged, async (content) =>
    content.news === 'promised' ? null : revised(content, true),
  )
  mails.attach(loanChanged, async ({ about, news }) => {
    const user = about && withCalendar(news) && (await findUser(orm, about.user_id))
    if (!user) return []
    const viewer = { ...(await findSpeaker(orm, user.id)), lang: user.lang }
    const file = await findLoanCalendar(orm, config, viewer, about.transaction_id)
    return file ? [file] : []
  })
}
