import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import {
  afterLock,
  changeTransaction,
  lastDayOf,
  loanMomentOf,
  lockTransaction,
  NO_DAYS_ASKED,
  type Sending,
} from '#features/transactions/server/door.ts'
import { transactions } from '#features/transactions/tables.ts'
import type { Deps } from '#platform/server/deps.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { tellOfChange } from './loan-change-notice.ts'
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

/**
 * Promises without a day for the return, where the days for which such a promise stands are over.
 */
const hasPromiseEnded = (today: string): SQL | undefined =>
  and(
    eq(transactions.status, 'accepted'),
    isNull(transactions.return_by),
    sql`upper(${transactions.lent}) <= ${today}::date`,
  )

async function endPromise(called: Sending, id: string, today: string): Promise<void> {
  const { db } = called
  const row = await lockTransaction(db, id)
  // Another process was quicker, it was fetched, or a day was agreed.
  if (row?.status !== 'accepted' || row.return_by || !row.lent || lastDayOf(row.lent) >= today)
    return
  const reason = 'not_fetched'
  const event = { status: 'expired', side: null, by_id: null, reason } as const
  const sending = await afterLock(called, [row])
  const changed = await changeTransaction(sending, row, event, {})
  await tellOfChange(sending, changed, { by: null, reason, message: null })
}

/**
 * Ends promises without a day for the return where nobody fetched the thing, which is free again.
 */
export async function endPromises(deps: Deps): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const { today } = loanMomentOf(now, deps.config.timeZone)
  const expiredPromises = await orm
    .select({ id: transactions.id })
    .from(transactions)
    .where(hasPromiseEnded(today))
    .orderBy(asc(transactions.created_at))
    .limit(BATCH)
  for (const { id } of expiredPromises) {
    await orm.transaction((db) => endPromise({ db, deps, now }, id, today))
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
