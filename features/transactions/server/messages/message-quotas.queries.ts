import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Limits } from '#platform/shared/settings/limits.ts'
import { messages } from '../../tables.ts'
import { messageQuotas, type Quota, secondsUntilRoom } from '../transactions.rules.ts'

/** First half of the key of an advisory lock: any number that nothing else uses. */
const AUTHOR_LOCK = 1_731_904
/** Each with the oldest of the things that fill it; undefined where there are fewer. */
function refuseWithoutRoom(counted: [Quota, Date | undefined][], now: Date): void {
  const waits = counted.map(([quota, oldest]) => secondsUntilRoom(quota, oldest ?? null, now) ?? 0)
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0) throw new AppError('rate_limited', { retryAfter })
}

/** What is dated later was sent before the clock was set back: it would count until then. */
const before = ({ windowMs }: Quota, now: Date) => new Date(now.getTime() + windowMs)

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
