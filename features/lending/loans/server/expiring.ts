import { and, asc, eq, sql } from 'drizzle-orm'
import { endsUnfetched, fetchPlan } from '#features/lending/conversations/days/server/door.ts'
import {
  afterLock,
  changeTransaction,
  lockTransaction,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import { NO_DAYS_ASKED, transactions } from '#features/lending/conversations/transactions/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { transaction_reminders } from '../tables.ts'
import { tellOfChange } from './loan-change-notice.ts'
import { loanMomentOf, type Moment } from './loan-clock.ts'
import { findPause } from './paused-letterboxes.queries.ts'
import { FETCHED_KIND } from './reminding.ts'
import { type DaysQuestion, daysPlan, waitingPlan } from './urgency.rules.ts'
import { findDaysQuestions, findWaitingRequests } from './waiting-requests.queries.ts'

/**
 * If a request expired longer ago than this, because no process was running, it is no longer worth a
 * notification.
 */
const NEWS_MS = 3 * DAY_MS
/** How many requests, and how many promises, one round ends. */
const BATCH = 50

async function expire(called: Sending, id: string): Promise<void> {
  const { db, deps, now } = called
  const row = await lockTransaction(db, id)
  // Another process was faster, or the lender answered.
  const [request] = await findWaitingRequests(db, id)
  if (!row || !request) return
  const { endsAt } = waitingPlan(request, deps.config.timeZone)
  if (endsAt > now) return
  const reason = row.answered_at === null ? await findPause(db, row) : null
  const event = { status: 'expired', side: null, by_id: null, reason } as const
  const sending = await afterLock(called, [row])
  // Keeps it, to show that the lender wrote but never decided.
  const { written_at } = row
  const changed = await changeTransaction(sending, row, event, { written_at })
  if (now.getTime() - endsAt.getTime() > NEWS_MS) return
  await tellOfChange(sending, changed, { by: null, reason, message: null })
}

/** Promises of things that may not have been fetched, with the time at which both sides were asked. */
const findUnfetched = (db: Db, today: string, id?: string) =>
  db
    .select({
      id: transactions.id,
      lent: transactions.lent,
      return_by: transactions.return_by,
      asked_at: transaction_reminders.created_at,
    })
    .from(transactions)
    .leftJoin(
      transaction_reminders,
      and(
        eq(transaction_reminders.transaction_id, transactions.id),
        eq(transaction_reminders.kind, FETCHED_KIND),
      ),
    )
    .where(
      and(
        eq(transactions.status, 'accepted'),
        sql`lower(${transactions.lent}) < ${today}::date`,
        id === undefined ? undefined : eq(transactions.id, id),
      ),
    )
    .orderBy(asc(transactions.created_at))

type Unfetched = Awaited<ReturnType<typeof findUnfetched>>[number]

function hasPromiseEnded({ lent, return_by, asked_at }: Unfetched, { today, timeZone }: Moment) {
  const askedOn = asked_at && dayIn(timeZone, asked_at)
  return lent !== null && endsUnfetched(fetchPlan({ lent, return_by }), askedOn, today)
}

async function endPromise(called: Sending, id: string, moment: Moment): Promise<void> {
  const { db } = called
  const row = await lockTransaction(db, id)
  const [promise] = await findUnfetched(db, moment.today, id)
  // Another process was faster, the thing was fetched, or another day was agreed.
  if (!row || !promise || !hasPromiseEnded(promise, moment)) return
  const reason = 'not_fetched'
  const event = { status: 'expired', side: null, by_id: null, reason } as const
  const sending = await afterLock(called, [row])
  const changed = await changeTransaction(sending, row, event, {})
  // If neither side could be asked for weeks, it is no longer worth a notification.
  if (promise.asked_at === null) return
  await tellOfChange(sending, changed, { by: null, reason, message: null })
}

/** Ends promises whose thing, as far as we know, was not fetched, so that it is free again. */
export async function endPromises(deps: Deps): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const moment = loanMomentOf(now, deps.config.timeZone)
  const promises = await findUnfetched(orm, moment.today)
  for (const { id } of promises.filter((each) => hasPromiseEnded(each, moment)).slice(0, BATCH)) {
    await orm.transaction((db) => endPromise({ db, deps, now }, id, moment))
  }
}

/** Expires requests that were not answered in time or came to nothing. A late yes re-opens them. */
export async function expireRequests(deps: Deps): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const waitingRequests = await findWaitingRequests(orm)
  const expiredRequests = waitingRequests
    .filter((request) => waitingPlan(request, deps.config.timeZone).endsAt <= now)
    .slice(0, BATCH)
  for (const { id } of expiredRequests) {
    await orm.transaction((db) => expire({ db, deps, now }, id))
  }
}

type FoundQuestion = Awaited<ReturnType<typeof findDaysQuestions>>[number]

/** When a proposed change of days expires; null if there is none. */
function endOfQuestion({ asked_at, ...days }: FoundQuestion, timeZone: string): Date | null {
  if (asked_at === null) return null
  const question: DaysQuestion = { asked_at, ...days }
  return daysPlan(question, timeZone).endsAt
}

async function endQuestion(called: Sending, found: FoundQuestion): Promise<void> {
  const { db, deps, now } = called
  const row = await lockTransaction(db, found.id)
  const asker = row?.days_asked_by
  if (!row || !asker || (row.status !== 'accepted' && row.status !== 'handed_over')) return
  // It may be another proposal by now.
  const endsAt = endOfQuestion({ ...found, ...row }, deps.config.timeZone)
  if (endsAt === null || endsAt > now) return
  const reason = 'days_ended'
  const event = { status: row.status, side: null, by_id: null, reason } as const
  const sending = await afterLock(called, [row])
  const changed = await changeTransaction(sending, row, event, NO_DAYS_ASKED)
  if (now.getTime() - endsAt.getTime() > NEWS_MS) return
  // The side that has not answered.
  const by = asker === 'lender' ? 'borrower' : 'lender'
  await tellOfChange(sending, changed, { by, reason, message: null })
}

/** Expires proposed changes of days that were not answered before such a day had passed. The agreed days hold. */
export async function endQuestions(deps: Deps): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const questions = await findDaysQuestions(orm)
  const hasEnded = (question: FoundQuestion) => {
    const endsAt = endOfQuestion(question, deps.config.timeZone)
    return endsAt !== null && endsAt <= now
  }
  for (const question of questions.filter(hasEnded).slice(0, BATCH)) {
    await orm.transaction((db) => endQuestion({ db, deps, now }, question))
  }
}
