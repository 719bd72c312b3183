import { and, asc, eq, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm'
import { transactions } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { changeTransaction } from './transactions.events.ts'
import { lockTransaction, type TransactionRow } from './transactions.locking.ts'
import { tellOfChange } from './transactions.news.ts'
import type { Sending } from './transactions.telling.ts'

const DAY_MS = 86_400_000
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

async function expire(sending: Sending, id: string): Promise<void> {
  const { db, now } = sending
  const row = await lockTransaction(db, id)
  // Another process was quicker, or somebody answered.
  if (row?.status !== 'requested' || ranOutAt(row) > now.getTime()) return
  const event = { status: 'expired', side: null, by_id: null } as const
  const changed = await changeTransaction(db, row, event, {}, now)
  if (now.getTime() - ranOutAt(row) > NEWS_MS) return
  await tellOfChange(sending, changed, { by: null, reason: null, message: null })
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
    await orm.transaction((db) => expire({ db, mail: deps, now }, id))
  }
}
