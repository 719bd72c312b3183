import { and, asc, eq, sql } from 'drizzle-orm'
import {
  afterLock,
  changeTransaction,
  endsUnfetched,
  fetchPlan,
  loanMomentOf,
  lockTransaction,
  type Moment,
  NO_DAYS_ASKED,
  type Sending,
} from '#features/lending/conversations/transactions/server/door.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { transaction_reminders } from '../tables.ts'
import { tellOfChange } from './loan-change-notice.ts'
import { FETCHED_KIND } from './loans.reminding.ts'
import { findPause } from './paused-letterboxes.queries.ts'
import { type DaysQuestion, daysPlan, waitingPlan } from './urgency.rules.ts'
import { findDaysQuestions, findWaitingRequests } from './waiting-requests.queries.ts'

/**
 * Where a request ran out longer ago than this, while no process ran, nobody is told: it is no news
 * any more.
 */
const NEWS_MS = 3 * DAY_MS
/** How many requests, and how many promises, are ended in one round. */
const BATCH = 50

async function expire(called: Sending, id: string): Promise<void> {
  const { db, deps, now } = called
  const row = await lockTransaction(db, id)
  // Another process was quicker, or somebody answered.
  const [request] = await findWaitingRequests(db, id)
  if (!row || !request) return
  const { endsAt } = waitingPlan(request, deps.config.timeZone)
  if (endsAt > now) return
  const reason = row.answered_at === null ? await findPause(db, row) : null
  const event = { status: 'expired', side: null, by_id: null, reason } as const
  const sending = await afterLock(called, [row])
  // The end says that the lender has written and never decided.
  const { written_at } = row
  const changed = await changeTransaction(sending, row, event, { written_at })
  if (now.getTime() - endsAt.getTime() > NEWS_MS) return
  await tellOfChange(sending, changed, { by: null, reason, message: null })
}

/** Promises of things that may not have been fetched, with the instant at which both sides were asked. */
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
  // Another process was quicker, it was fetched, or another day was agreed.
  if (!row || !promise || !hasPromiseEnded(promise, moment)) return
  const reason = 'not_fetched'
  const event = { status: 'expired', side: null, by_id: null, reason } as const
  const sending = await afterLock(called, [row])
  const changed = await changeTransaction(sending, row, event, {})
  // Where nobody could be asked for weeks it is no news any more.
  if (promise.asked_at === null) return
  await tellOfChange(sending, changed, { by: null, reason, message: null })
}

/** Ends promises of things that nobody has fetched, as far as anybody says: they are free again. */
export async function endPromises(deps: Deps): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const moment = loanMomentOf(now, deps.config.timeZone)
  const promises = await findUnfetched(orm, moment.today)
  for (const { id } of promises.filter((each) => hasPromiseEnded(each, moment)).slice(0, BATCH)) {
    await orm.transaction((db) => endPromise({ db, deps, now }, id, moment))
  }
}

/**
 * Ends the requests that nobody answered in time, or that came to nothing. A late yes opens such a request
 * again.
 */
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

/** When a question for other days ends; null where there is none. */
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
  // By now it may be another question.
  const endsAt = endOfQuestion({ ...found, ...row }, deps.config.timeZone)
  if (endsAt === null || endsAt > now) return
  const reason = 'days_ended'
  const event = { status: row.status, side: null, by_id: null, reason } as const
  const sending = await afterLock(called, [row])
  const changed = await changeTransaction(sending, row, event, NO_DAYS_ASKED)
  if (now.getTime() - endsAt.getTime() > NEWS_MS) return
  // It is the other side that has not answered.
  const by = asker === 'lender' ? 'borrower' : 'lender'
  await tellOfChange(sending, changed, { by, reason, message: null })
}

/** Ends the questions for other days that nobody answered before such a day had passed. What was agreed stands. */
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
