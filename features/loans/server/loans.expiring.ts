import { and, asc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import {
  afterLock,
  changeTransaction,
  lastDayOf,
  loanMomentOf,
  lockTransaction,
  type Sending,
} from '#features/transactions/server/door.ts'
import type { TransactionRow } from '#features/transactions/tables.ts'
import { transactions } from '#features/transactions/tables.ts'
import type { Deps } from '#platform/server/deps.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { tellOfChange } from './loan-change-notice.ts'

/** A request expires when nobody has answered it this long after it was made. */
const UNANSWERED_MS = 7 * DAY_MS
/** A request that was answered, but not decided, expires this long after the last activity. */
const UNDECIDED_MS = 30 * DAY_MS
/**
 * Where a request ran out longer ago than this, while no process ran, nobody is told: it is no news
 * any more.
 */
const NEWS_MS = 3 * DAY_MS
/** How many requests, and how many promises, are ended in one round. */
const BATCH = 50

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

/** Requests that have run out. One that waits for a moderator begins only when it is delivered. */
const hasRunOut = (now: Date): SQL | undefined =>
  and(
    eq(transactions.status, 'requested'),
    isNull(transactions.held_at),
    or(
      and(
        isNull(transactions.answered_at),
        lte(transactions.created_at, before(now, UNANSWERED_MS)),
      ),
      and(
        isNotNull(transactions.answered_at),
        lte(transactions.updated_at, before(now, UNDECIDED_MS)),
      ),
    ),
  )

const ranOutAt = ({ answered_at, created_at, updated_at }: TransactionRow) =>
  answered_at === null ? created_at.getTime() + UNANSWERED_MS : updated_at.getTime() + UNDECIDED_MS

async function expire(called: Sending, id: string): Promise<void> {
  const { db, now } = called
  const row = await lockTransaction(db, id)
  // Another process was quicker, or somebody answered.
  if (row?.status !== 'requested' || ranOutAt(row) > now.getTime()) return
  const event = { status: 'expired', side: null, by_id: null } as const
  const sending = await afterLock(called, [row])
  const changed = await changeTransaction(sending, row, event, {})
  if (now.getTime() - ranOutAt(row) > NEWS_MS) return
  await tellOfChange(sending, changed, { by: null, reason: null, message: null })
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
 * Ends the requests that nobody answered, or that came to nothing. A late yes opens such a request
 * again.
 */
export async function expireRequests(deps: Deps): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const expiredRequests = await orm
    .select({ id: transactions.id })
    .from(transactions)
    .where(hasRunOut(now))
    .orderBy(asc(transactions.created_at))
    .limit(BATCH)
  for (const { id } of expiredRequests) {
    await orm.transaction((db) => expire({ db, deps, now }, id))
  }
}
