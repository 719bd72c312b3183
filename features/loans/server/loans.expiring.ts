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

/** Nobody answered for so long, since it was asked. */
const UNANSWERED_MS = 7 * DAY_MS
/** Nothing was decided for so long, since anybody did something. */
const UNDECIDED_MS = 30 * DAY_MS
/** What ran out longer ago, while no process ran, is no news any more. */
const NEWS_MS = 3 * DAY_MS
/** Requests of one round. */
const BATCH = 50

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

/** A request that waits for a moderator begins when it is delivered. */
const ranOut = (now: Date): SQL | undefined =>
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

/** Promised without a day for the return, and the days for which such a promise stands are over. */
const fellThrough = (today: string): SQL | undefined =>
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

/** Ends promises without a day for the return that nobody fetched: what was promised is free again. */
export async function endPromises(deps: Deps): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const { today } = loanMomentOf(now, deps.config.timeZone)
  const found = await orm
    .select({ id: transactions.id })
    .from(transactions)
    .where(fellThrough(today))
    .orderBy(asc(transactions.created_at))
    .limit(BATCH)
  for (const { id } of found) {
    await orm.transaction((db) => endPromise({ db, deps, now }, id, today))
  }
}

/** Ends the requests that nobody answered, or that nothing came of; a late yes opens one again. */
export async function expireRequests(deps: Deps): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const found = await orm
    .select({ id: transactions.id })
    .from(transactions)
    .where(ranOut(now))
    .orderBy(asc(transactions.created_at))
    .limit(BATCH)
  for (const { id } of found) {
    await orm.transaction((db) => expire({ db, deps, now }, id))
  }
}
