import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { takeLock } from '#platform/server/db/locks.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Limits } from '#platform/shared/settings/limits.ts'
import { messages } from '../tables.ts'
import { messageQuotas, type Quota, secondsUntilRoom } from './quotas.rules.ts'

/**
 * @param oldestCounted each quota with the oldest message that counts for it; undefined if there are fewer
 * messages
 */
function refuseWithoutRoom(oldestCounted: [Quota, Date | undefined][], now: Date): void {
  const waits = oldestCounted.map(
    ([quota, oldest]) => secondsUntilRoom(quota, oldest ?? null, now) ?? 0,
  )
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0) throw new AppError('rate_limited', { retryAfter })
}

/**
 * Messages dated later than this were sent before the clock was set back. They would count until the clock
 * reaches that time again.
 */
const before = ({ windowMs }: Quota, now: Date) => new Date(now.getTime() + windowMs)

/**
 * Serializes the calls of one author, so that many at once cannot bypass the quotas. Call it before locking any
 * row.
 */
export async function lockAuthor(db: Db, authorId: string): Promise<void> {
  await takeLock(db, 'author', authorId)
}

/** @throws {AppError} rate_limited with the time after which there is room again. */
export async function checkMessageQuotas(
  db: Db,
  limits: Limits,
  authorId: string,
  ageMs: number,
  now: Date,
) {
  const oldestCounted: [Quota, Date | undefined][] = []
  for (const quota of messageQuotas(limits, ageMs)) {
    const [oldest] = await db
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
    oldestCounted.push([quota, oldest?.created_at])
  }
  refuseWithoutRoom(oldestCounted, now)
}
