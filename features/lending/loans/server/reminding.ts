import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import {
  dayInWords,
  daysAfter,
  fetchPlan,
  findTakenDays,
  firstDayOf,
  timeInWords,
  wantedInWords,
} from '#features/lending/conversations/days/server/door.ts'
import { answerUrlsOf } from '#features/lending/conversations/messages/server/door.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { listAlternatives } from '#features/lending/conversations/requests/server/door.ts'
import {
  findNameFor,
  findReceivers,
  type Receiver,
} from '#features/lending/conversations/sides/server/door.ts'
import {
  lockTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import {
  type TransactionRow,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { findView } from '#features/lending/conversations/views/server/door.ts'
import {
  findSpeaker,
  sideIdOf,
  sideOf,
} from '#features/lending/conversations/who-sees/server/door.ts'
import { type NoticeLinks, notify } from '#features/people/notifications/server/door.ts'
import { findItemNames } from '#features/places/items/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type FetchAnswer, paths } from '#platform/shared/paths.ts'
import { conversationTag } from '#platform/shared/push.ts'
import { transaction_reminders } from '../tables.ts'
import { askedInWords, isSeen } from './loan-change-notice.ts'
import { loanMomentOf, type Moment } from './loan-clock.ts'
import { type LoanReminder, loanReminder, type Reminder } from './mails/loan-reminder.ts'
import { isUnreached } from './unreached-lenders.queries.ts'
import {
  type DaysQuestion,
  daysPlan,
  type WaitingPlan,
  type WaitingRequest,
  type WaitsFor,
  waitingPlan,
  waitsForWhat,
} from './urgency.rules.ts'
import {
  asksForDays,
  daysQuestionColumns,
  waitingRequestColumns,
} from './waiting-requests.queries.ts'

/** How many reminders of one kind one round sends. */
const BATCH = 50
/** How long after its time a reminder of a request is still sent. */
const LATEST_MS = 2 * DAY_MS
/** A yes more recent than this needs no reminder. */
const FRESH_MS = 2 * DAY_MS
/** How many days after the return day the borrower is still reminded. */
const LATE_DAYS = 4
/** The question whether a thing was fetched; a promise ends by itself only if it was asked. */
export const FETCHED_KIND = 'fetched'

/**
 * Each kind is sent once per transaction, and in time or not at all: after a downtime users must not be flooded.
 */
const KINDS = [
  // Named after the days it takes if no wanted day is near.
  'unanswered_1',
  'unanswered_4',
  'ask_others',
  'handover',
  'still_out',
  FETCHED_KIND,
  'days_unanswered',
  'return_soon',
  'return_late',
  'away',
  'unreached',
] as const
type Kind = (typeof KINDS)[number]

/** The reminder of each kind if nothing was said; see {@link reminderOf}. */
const REMINDERS: Record<Kind, Reminder> = {
  unanswered_1: 'unanswered',
  unanswered_4: 'unanswered',
  ask_others: 'askOthers',
  handover: 'handover',
  still_out: 'stillOut',
  fetched: 'fetched',
  days_unanswered: 'daysUnanswered',
  return_soon: 'returnSoon',
  return_late: 'returnLate',
  away: 'away',
  unreached: 'unreached',
}

/** Requests for days that the borrower named and that are still to come. */
const isAsked = ({ today }: Moment) =>
  and(
    eq(transactions.status, 'requested'),
    eq(transactions.dates_by, 'borrower'),
    sql`coalesce(${transactions.wanted_until}, ${transactions.wanted_from}, ${today}) >= ${today}`,
  )

/** Requests about whose days the lender has said nothing. */
const waits = (moment: Moment) => and(isAsked(moment), isNull(transactions.written_at))

/** When a reminder of a request that waits for the lender is due, depending on the wanted day. */
const PLANNED_AT: Partial<Record<Kind, (plan: WaitingPlan) => Date | null>> = {
  unanswered_1: ({ remindAt }) => remindAt.first,
  unanswered_4: ({ remindAt }) => remindAt.second,
  ask_others: ({ offerAt }) => offerAt,
}

type QuestionOrNone = Omit<DaysQuestion, 'asked_at'> & { asked_at: Date | null }

/** Whether it is time to remind of a proposed change of days that has not expired. */
function isTimeOfQuestion(
  question: QuestionOrNone,
  { now, timeZone }: Pick<Moment, 'now' | 'timeZone'>,
): boolean {
  if (question.asked_at === null) return false
  const { remindAt, endsAt } = daysPlan({ ...question, asked_at: question.asked_at }, timeZone)
  return remindAt !== null && remindAt <= now && now < endsAt
}

/** Whether the reminder is due, and not so late that it would be no news any more. */
function isTime(
  kind: Kind,
  request: WaitingRequest & QuestionOrNone & Pick<TransactionRow, 'lent'>,
  { now, today, timeZone }: Moment,
): boolean {
  if (kind === FETCHED_KIND) {
    const { lent, return_by } = request
    if (lent === null) return false
    const { asked_from, asked_until } = fetchPlan({ lent, return_by })
    return asked_from <= today && today < asked_until
  }
  if (kind === 'days_unanswered') return isTimeOfQuestion(request, { now, timeZone })
  const plannedAt = PLANNED_AT[kind]
  if (!plannedAt) return true
  const at = plannedAt(waitingPlan(request, timeZone))
  return at !== null && at <= now && now.getTime() - at.getTime() < LATEST_MS
}

/** Whether the asked letterbox is on holiday, off the map, accepts no requests, or no longer has the sticker. */
const isAway = (today: string) => sql<boolean>`EXISTS (SELECT FROM ${letterboxes}
  JOIN ${users} ON ${users.id} = ${letterboxes.user_id}
  WHERE ${letterboxes.user_id} = ${transactions.lender_id}
    AND (${letterboxes.holiday_until} >= ${today} OR NOT ${users.show_on_map}
      OR NOT ${users.takes_requests} OR NOT ${users.enable_messaging}
      OR NOT EXISTS (SELECT FROM ${letterbox_items}
        WHERE ${letterbox_items.letterbox_id} = ${letterboxes.id}
          AND ${letterbox_items.item_id} = ${transactions.item_id})))`

const isOut = eq(transactions.status, 'handed_over')

const acceptedAt = sql`(SELECT max(at) FROM transaction_events
  WHERE transaction_id = ${transactions.id} AND status = 'accepted'
    AND (reason IS NULL OR reason = 'days_agreed'))`

/** For each kind, the condition on transactions for which it is due; {@link isTime} must hold as well. */
const IS_DUE: Record<Kind, (moment: Moment) => SQL | undefined> = {
  unanswered_1: waits,
  unanswered_4: waits,
  // A borrower who has arranged it in words needs no other lender.
  ask_others: (moment) => and(isAsked(moment), isNull(transactions.in_words)),
  handover: ({ tomorrow, timeZone }) =>
    and(
      eq(transactions.status, 'accepted'),
      // If the hour was left open, the first of the agreed days.
      sql`coalesce((${transactions.handover_at} AT TIME ZONE ${timeZone})::date, ${transactions.wanted_from})
        = ${tomorrow}::date`,
      sql`coalesce(${transactions.handover_at}, ${transactions.wanted_from}::timestamp AT TIME ZONE ${timeZone})
        - ${acceptedAt} > ${`${FRESH_MS} milliseconds`}::interval`,
    ),
  // The day before or on the day itself: another borrower has not returned the promised copy.
  still_out: ({ today, tomorrow }) =>
    and(
      eq(transactions.status, 'accepted'),
      sql`lower(${transactions.lent}) BETWEEN ${today}::date AND ${tomorrow}::date`,
      sql`EXISTS (SELECT FROM transactions other
        WHERE other.renter_id = ${transactions.lender_id} AND other.item_id = ${transactions.item_id}
          AND other.copy = ${transactions.copy} AND other.status = 'handed_over'
          AND upper(other.lent) <= ${today}::date)`,
    ),
  [FETCHED_KIND]: ({ today }) =>
    and(eq(transactions.status, 'accepted'), sql`lower(${transactions.lent}) < ${today}::date`),
  days_unanswered: () => asksForDays,
  // The day before the return, or on the day itself if no reminder could be sent the day before.
  return_soon: ({ today, tomorrow }) =>
    and(
      isOut,
      sql`${transactions.return_by} BETWEEN ${today}::date AND ${tomorrow}::date`,
      sql`lower(${transactions.lent}) <= ${today}::date`,
      sql`lower(${transactions.lent}) < ${transactions.return_by}`,
    ),
  return_late: ({ today }) =>
    and(
      isOut,
      sql`${transactions.return_by} BETWEEN ${daysAfter(today, -LATE_DAYS)}::date
        AND ${daysAfter(today, -1)}::date`,
    ),
  away: (moment) => and(waits(moment), isNull(transactions.answered_at), isAway(moment.today)),
  unreached: (moment) => and(waits(moment), isNull(transactions.answered_at), isUnreached),
}

/** No reminders if one side has left or closed the conversation, or if the request waits for a moderator. */
export const runs = and(
  isNotNull(transactions.borrower_id),
  isNotNull(transactions.lender_id),
  isNull(transactions.held_at),
  isNull(transactions.closed_at),
)

/** Reminders that are sent again when other days are proposed. */
const OF_WANTED_DAYS: readonly Kind[] = ['unanswered_1', 'unanswered_4', 'ask_others']

const wasReminded = (kind: Kind) => sql`EXISTS (SELECT FROM ${transaction_reminders}
  WHERE ${transaction_reminders.transaction_id} = ${transactions.id}
    AND ${transaction_reminders.kind} = ${kind}
    ${OF_WANTED_DAYS.includes(kind) ? sql`AND ${transaction_reminders.created_at} >= ${waitingRequestColumns.wanted_at}` : sql``})`

/** Transactions for which a reminder is due; with an `id` only that one, if it is due. */
async function findDue(db: Db, kind: Kind, moment: Moment, id?: string) {
  const rows = await db
    .select({
      ...waitingRequestColumns,
      ...daysQuestionColumns,
      borrower_id: transactions.borrower_id,
      lender_id: transactions.lender_id,
      item_id: transactions.item_id,
      lent: transactions.lent,
    })
    .from(transactions)
    .where(
      and(
        IS_DUE[kind](moment),
        runs,
        sql`NOT ${wasReminded(kind)}`,
        id ? eq(transactions.id, id) : undefined,
      ),
    )
    .orderBy(asc(transactions.created_at))
  return rows.filter((row) => isTime(kind, row, moment)).slice(0, BATCH)
}

/** The days of a loan have changed: the reminders of its days may be sent again. */
export async function forgetRemindersOfDays(db: Db, transactionId: string): Promise<void> {
  const ofDays: Kind[] = ['handover', 'still_out', FETCHED_KIND, 'return_soon', 'return_late']
  await db
    .delete(transaction_reminders)
    .where(
      and(
        eq(transaction_reminders.transaction_id, transactionId),
        inArray(transaction_reminders.kind, ofDays),
      ),
    )
}

/** A new change of days was proposed: the other side may be reminded again. */
export async function forgetReminderOfQuestion(db: Db, transactionId: string): Promise<void> {
  const kind: Kind = 'days_unanswered'
  await db
    .delete(transaction_reminders)
    .where(
      and(
        eq(transaction_reminders.transaction_id, transactionId),
        eq(transaction_reminders.kind, kind),
      ),
    )
}

/** The reminder to send, depending on what the lender has said. */
function reminderOf(kind: Kind, row: TransactionRow): Reminder {
  const { answered_at, written_at, in_words } = row
  const reminder = REMINDERS[kind]
  if (reminder === 'unanswered' && in_words !== null) return 'saidInWords'
  if (reminder === 'unanswered' && answered_at !== null) return 'askedAnew'
  return reminder === 'askOthers' && written_at !== null ? 'askOthersBesides' : reminder
}

type DueRow = Awaited<ReturnType<typeof findDue>>[number]

async function findRequestText(db: Db, { id, borrower_id }: TransactionRow) {
  const [first] = await db
    .select({ text: messages.text, warnings: messages.warnings })
    .from(messages)
    .where(and(eq(messages.transaction_id, id), eq(messages.from_id, borrower_id ?? id)))
    .orderBy(asc(messages.created_at))
    .limit(1)
  return first ?? null
}

/** When the thing is or was to be fetched: the agreed hour, or the first agreed day if no hour was agreed. */
function handoverInWords(
  { handover_at, lent }: TransactionRow,
  lang: UserRow['lang'],
  timeZone: string,
): string | null {
  if (handover_at) return timeInWords(handover_at, lang, timeZone)
  return lent && dayInWords(firstDayOf(lent), lang)
}

/** Reminders that ask the lender for an answer. */
const ASKING: readonly Reminder[] = [
  'unanswered',
  'saidInWords',
  'askedAnew',
  'yesQuestion',
  'written',
  'proposalTalkedOver',
]

/**
 * Reminds one person.
 * @param sameForSide what is the same for everyone on a side
 */
export async function remindPerson(
  { db, deps, now }: Sending,
  row: TransactionRow,
  { user }: Receiver,
  sameForSide: Pick<LoanReminder, 'reminder' | 'otherName' | 'text' | 'warnings'> & {
    toLender: boolean
    /** The day from which another borrower waits for it. */
    waitedFrom?: string | null
  },
): Promise<void> {
  const { lang } = user
  const { toLender, waitedFrom = null, ...rest } = sameForSide
  const path = paths.inbox({ transaction_id: row.id })
  const longerPath = paths.answerRequest({ transaction_id: row.id, answer: 'changeDays' })
  const agreePath = paths.answerRequest({ transaction_id: row.id, answer: 'agreeDays' })
  const acceptPath = paths.answerRequest({ transaction_id: row.id, answer: 'accept' })
  const item = (await findItemNames(db, row.item_id))(lang)
  const answerUrl = (answer: FetchAnswer, conversation: NoticeLinks['conversation']) =>
    conversation(paths.answerRequest({ transaction_id: row.id, answer }))
  await notify(
    db,
    deps,
    {
      user,
      kind: 'reminder',
      path,
      tag: conversationTag(row.id),
      mail: ({ conversation }) =>
        loanReminder({
          ...rest,
          about: { user_id: user.id, transaction_id: row.id, at: now.toISOString() },
          firstname: user.firstname,
          item,
          side: toLender ? 'lender' : 'borrower',
          when: handoverInWords(row, lang, deps.config.timeZone),
          wanted: wantedInWords(row, lang),
          until: row.return_by && dayInWords(row.return_by, lang),
          waitedFrom: waitedFrom && dayInWords(waitedFrom, lang),
          ...(rest.reminder === 'fetched' && {
            fetchUrls: {
              handOver: answerUrl('handOver', conversation),
              notFetched: answerUrl('notFetched', conversation),
            },
          }),
          inWords: row.in_words,
          ...(rest.reminder === 'daysUnanswered' && {
            ...askedInWords(row, lang, deps.config.timeZone),
            agreeUrl: conversation(agreePath),
          }),
          ...(rest.reminder === 'proposed' && { agreeUrl: conversation(acceptPath) }),
          url: conversation(path),
          longerUrl: rest.reminder === 'returnSoon' ? conversation(longerPath) : undefined,
          asking: ASKING.includes(rest.reminder)
            ? {
                wanted: wantedInWords(row, lang),
                answerUrls: answerUrlsOf(row.id, conversation),
              }
            : undefined,
        }),
    },
    now,
  )
}

/**
 * Which sides each reminder goes to. A request concerns its lender, the hand-over both sides. The borrower hears
 * of the return, of a lender who is away or cannot be reached, and of other lenders to ask. A proposed change of
 * days concerns the side that has not asked for it.
 */
const SIDES = {
  unanswered: ['lender'],
  saidInWords: ['lender'],
  askedAnew: ['lender'],
  yesQuestion: ['lender'],
  written: ['lender'],
  proposed: ['borrower'],
  proposalTalkedOver: ['lender'],
  askOthersBesides: ['borrower'],
  askOthers: ['borrower'],
  handover: ['borrower', 'lender'],
  stillOut: ['borrower', 'lender'],
  fetched: ['borrower', 'lender'],
  daysUnanswered: ['borrower', 'lender'],
  returnSoon: ['borrower'],
  returnLate: ['borrower'],
  away: ['borrower'],
  unreached: ['borrower'],
} as const

/**
 * Whether a reminder is useful now. Asking others needs another lender of the same item; a late return troubles
 * no one if another copy is free.
 */
async function isUseful(deps: Deps, kind: Kind, row: DueRow, moment: Moment): Promise<boolean> {
  const { id, borrower_id, lender_id, item_id } = row
  if (kind === 'still_out' && lender_id !== null) {
    const { today } = moment
    const [first] = await findTakenDays(deps.database.orm, { lender_id, item_id }, today, id)
    return first?.from === today
  }
  if (kind !== 'ask_others' || borrower_id === null) return true
  return (await listAlternatives(deps, borrower_id, id)).length > 0
}

/** A borrower is reminded that another one waits if that loan begins within this many days after the return. */
const WAITED_DAYS = 3

/** The day from which the returning copy is promised to another borrower; null if that is not soon. */
async function findWaitedFrom(db: Db, row: TransactionRow): Promise<string | null> {
  const { lender_id, item_id, copy, return_by } = row
  if (lender_id === null || copy === null || return_by === null) return null
  const firstDay = sql<string>`lower(${transactions.lent})`
  const [next] = await db
    .select({ from: sql<string>`${firstDay}::text` })
    .from(transactions)
    .where(
      and(
        eq(transactions.lender_id, lender_id),
        eq(transactions.item_id, item_id),
        eq(transactions.copy, copy),
        eq(transactions.status, 'accepted'),
        sql`${firstDay} BETWEEN ${return_by}::date AND ${daysAfter(return_by, WAITED_DAYS)}::date`,
      ),
    )
    .orderBy(firstDay)
    .limit(1)
  return next?.from ?? null
}

/** @param isOfUse if false, the reminder is recorded as sent but not sent */
async function remind(
  sending: Sending,
  kind: Kind,
  moment: Moment,
  { id, isOfUse }: { id: string; isOfUse: boolean },
): Promise<void> {
  const { db, now } = sending
  const row = await lockTransaction(db, id)
  // No longer due: another process was faster, or the request was answered.
  const [dueTransaction] = await findDue(db, kind, moment, id)
  if (!row || !dueTransaction) return
  await db
    .insert(transaction_reminders)
    .values({ transaction_id: id, kind, created_at: now })
    .onConflictDoUpdate({
      target: [transaction_reminders.transaction_id, transaction_reminders.kind],
      set: { created_at: now },
    })
  if (!isOfUse) return
  const reminder = reminderOf(kind, row)
  const isOfRequest = reminder === 'unanswered' || reminder === 'askedAnew'
  const requestMessage = isOfRequest ? await findRequestText(db, row) : null
  const isOfReturn = reminder === 'returnSoon' || reminder === 'returnLate'
  const waitedFrom = isOfReturn ? await findWaitedFrom(db, row) : null
  for (const side of SIDES[reminder]) {
    if (reminder === 'daysUnanswered' && side === row.days_asked_by) continue
    const sameForSide = {
      reminder,
      otherName: await findNameFor(db, row, side),
      text: requestMessage?.text ?? null,
      warnings: requestMessage?.warnings ?? [],
      toLender: side === 'lender',
      waitedFrom,
    }
    for (const receiver of await findReceivers(db, row, side)) {
      if (isOfRequest && receiver.archived) continue
      await remindPerson(sending, row, receiver, sameForSide)
    }
  }
}

/** Reminds of pending requests, of hand-overs and of returns, and notifies borrowers if a lender is away. */
export async function remindOfLoans(deps: Deps): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const moment = loanMomentOf(now, deps.config.timeZone)
  for (const kind of KINDS) {
    for (const row of await findDue(orm, kind, moment)) {
      const due = { id: row.id, isOfUse: await isUseful(deps, kind, row, moment) }
      await orm.transaction((db) => remind({ db, deps, now }, kind, moment, due))
    }
  }
}

/** What the request must still wait for when a queued reminder is sent. */
const WAITS_FOR = {
  unanswered: 'answer',
  saidInWords: 'answer',
  askedAnew: 'answer',
  askOthers: 'answer',
  askOthersBesides: 'decision',
  written: 'decision',
  proposed: 'agreement',
  proposalTalkedOver: 'agreement',
} as const satisfies Partial<Record<Reminder, WaitsFor>>

/** Whether a queued reminder is still due: nothing was done meanwhile, and no other day was agreed. */
function isStillDue(
  { reminder, side }: Pick<LoanReminder, 'reminder' | 'side'>,
  row: TransactionRow,
  { today, tomorrow }: Moment,
): boolean {
  const { status, answered_at, return_by, days_asked_by } = row
  if (reminder === 'daysUnanswered') return days_asked_by !== null && days_asked_by !== side
  const isOutUntil = status === 'handed_over' ? return_by : null
  if (reminder === 'returnSoon') return isOutUntil !== null && isOutUntil <= tomorrow
  if (reminder === 'returnLate') return isOutUntil !== null && isOutUntil < today
  if (reminder === 'handover' || reminder === 'stillOut' || reminder === 'fetched')
    return status === 'accepted'
  if (status !== 'requested') return false
  if (reminder === 'yesQuestion') return row.written_at !== null
  if (reminder === 'away' || reminder === 'unreached') return answered_at === null
  return waitsForWhat(row) === WAITS_FOR[reminder]
}

/**
 * Checks queued reminders right before they are sent. Drops those about something that is done by now, and those
 * to people whom it no longer concerns or who have had the conversation open meanwhile.
 */
export function prepareReminders({ mails, database: { orm }, clock, config }: Deps): void {
  mails.revise(loanReminder, async (content) => {
    const { user_id, transaction_id, at } = content.about
    const [row] = await orm.select().from(transactions).where(eq(transactions.id, transaction_id))
    const sideId = row && sideIdOf(row, await findSpeaker(orm, user_id))
    const concerned = sideId && row.closed_at === null && sideOf(row, sideId) === content.side
    const moment = loanMomentOf(clock(), config.timeZone)
    if (!concerned || !isStillDue(content, row, moment)) return null
    const view = await findView(orm, user_id, transaction_id)
    return view?.muted || isSeen(view, at) ? null : content
  })
}
