import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { messages, transactions } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import {
  messageQuota,
  newTransactionQuota,
  type Quota,
  secondsUntilRoom,
} from './transactions.rules.ts'

function refuseWithoutRoom(quota: Quota, oldestCounted: Date | undefined, now: Date): void {
  const retryAfter = secondsUntilRoom(quota, oldestCounted ?? null, now)
  if (retryAfter !== null) throw new AppError('rate_limited', { retryAfter })
}

/** What is dated later was sent before the clock was set back: it would count until then. */
const before = ({ windowMs }: Quota, now: Date) => new Date(now.getTime() + windowMs)

/** @throws {AppError} rate_limited with the time after which there is room again. */
export async function checkNewTransactionQuota(db: Db, userId: string, ageMs: number, now: Date) {
  const quota = newTransactionQuota(ageMs)
  const since = new Date(now.getTime() - quota.windowMs)
  const [counted] = await db
    .select({ created_at: transactions.created_at })
    .from(transactions)
    .where(
      and(
        eq(transactions.borrower_id, userId),
        // Nothing is created after its last activity: this bounds the walk through the index.
        gt(transactions.updated_at, since),
        gt(transactions.created_at, since),
        lt(transactions.created_at, before(quota, now)),
      ),
    )
    .orderBy(desc(transactions.created_at))
    .offset(quota.max - 1)
    .limit(1)
  refuseWithoutRoom(quota, counted?.created_at, now)
}

/** @throws {AppError} rate_limited with the time after which there is room again. */
export async function checkMessageQuota(db: Db, userId: string, ageMs: number, now: Date) {
  const quota = messageQuota(ageMs)
  const [counted] = await db
    .select({ created_at: messages.created_at })
    .from(messages)
    .where(
      and(
        eq(messages.from_id, userId),
        gt(messages.created_at, new Date(now.getTime() - quota.windowMs)),
        lt(messages.created_at, before(quota, now)),
      ),
    )
    .orderBy(desc(messages.created_at))
    .offset(quota.max - 1)
    .limit(1)
  refuseWithoutRoom(quota, counted?.created_at, now)
}
