import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Limits } from '#platform/shared/settings/limits.ts'
import { messages, transactions } from '../../tables.ts'
import { messageQuotas, type Quota, secondsUntilRoom } from '../transactions.rules.ts'
import { ALLOWANCE_MS, type Allowance, allowanceOf, roomFrom } from './allowance.rules.ts'

/** First half of the key of an advisory lock: any number that nothing else uses. */
const AUTHOR_LOCK = 1_731_904
/** More than any allowance lets begin in a week. */
const MOST_ASKED = 500

/** Each with the oldest of the things that fill it; undefined where there are fewer. */
function refuseWithoutRoom(counted: [Quota, Date | undefined][], now: Date): void {
  const waits = counted.map(([quota, oldest]) => secondsUntilRoom(quota, oldest ?? null, now) ?? 0)
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0) throw new AppError('rate_limited', { retryAfter })
}

/** What is dated later was sent before the clock was set back: it would count until then. */
const before = ({ windowMs }: Quota, now: Date) => new Date(now.getTime() + windowMs)

/** What somebody may ask of others now. */
export async function findAllowance(
  db: Db,
  limits: Limits,
  userId: string,
  now: Date,
): Promise<Allowance> {
  const [account] = await db
    .select({ created_at: users.created_at })
    .from(users)
    .where(eq(users.id, userId))
  if (!account) throw new AppError('unauthorized')
  return allowanceOf(limits, await findAsked(db, userId, now), account.created_at, now)
}

/** The conversations that somebody began and that still count. */
async function findAsked(db: Db, borrowerId: string, now: Date) {
  const since = new Date(now.getTime() - ALLOWANCE_MS)
  return db
    .select({
      at: transactions.created_at,
      answered: sql<boolean>`${transactions.answered_at} IS NOT NULL`,
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.borrower_id, borrowerId),
        // Nothing is created after its last activity: this bounds the walk through the index.
        gt(transactions.updated_at, since),
        gt(transactions.created_at, since),
      ),
    )
    .orderBy(desc(transactions.created_at))
    .limit(MOST_ASKED)
}

/**
 * @param wanted how many are to be asked at once
 * @throws {AppError} asked_too_many with the time after which there is room.
 */
export async function checkAllowance(
  db: Db,
  limits: Limits,
  borrower: { id: string; created_at: Date },
  wanted: number,
  now: Date,
): Promise<void> {
  const asked = await findAsked(db, borrower.id, now)
  const waitMs = roomFrom(limits, asked, borrower.created_at, wanted, now).getTime() - now.getTime()
  if (waitMs > 0) throw new AppError('asked_too_many', { retryAfter: Math.ceil(waitMs / 1000) })
}

/**
 * Lines up what one author sends, wherever: many at once cannot slip past. Before any row is locked.
 */
export async function lockAuthor(db: Db, authorId: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(${AUTHOR_LOCK}, hashtext(${authorId}))`)
}

/** @throws {AppError} rate_limited with the time after which there is room again. */
export async function checkMessageQuotas(
  db: Db,
  limits: Limits,
  authorId: string,
  ageMs: number,
  now: Date,
) {
  const filled: [Quota, Date | undefined][] = []
  for (const quota of messageQuotas(limits, ageMs)) {
    const [counted] = await db
      .select({ created_at: messages.created_at })
      .from(messages)
      .where(
        and(
          eq(messages.author_id, authorId),
          gt(messages.created_at, new Date(now.getTime() - quota.windowMs)),
          lt(messages.created_at, before(quota, now)),
        ),
      )
      .orderBy(desc(messages.created_at))
      .offset(quota.max - 1)
      .limit(1)
    filled.push([quota, counted?.created_at])
  }
  refuseWithoutRoom(filled, now)
}
