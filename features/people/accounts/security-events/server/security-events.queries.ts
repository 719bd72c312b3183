import { asc, count, desc, eq, lt } from 'drizzle-orm'
import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { SECURITY_EVENTS_PAGE, type SecurityEvents } from '../contract.ts'
import { security_events } from '../tables.ts'

/** One page of an account's security events, newest first. */
export async function listSecurityEvents(
  db: Db,
  userId: string,
  { page, keptDays }: { page: number; keptDays: number },
): Promise<SecurityEvents> {
  const ofUser = eq(security_events.user_id, userId)
  const rows = await db
    .select({
      id: security_events.id,
      at: security_events.at,
      kind: security_events.kind,
      way: security_events.way,
      by: security_events.by,
      browser: security_events.browser,
      system: security_events.system,
      count: security_events.count,
    })
    .from(security_events)
    .where(ofUser)
    .orderBy(desc(security_events.at), asc(security_events.id))
    .limit(SECURITY_EVENTS_PAGE)
    .offset((page - 1) * SECURITY_EVENTS_PAGE)
  const [all] = await db.select({ total: count() }).from(security_events).where(ofUser)
  return {
    rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    total: all?.total ?? 0,
    kept_days: keptDays,
  }
}

/** Deletes events older than the community's retention period. */
export async function deleteOldEvents(
  db: Db,
  now: Date,
  { securityEventDays }: Pick<Config, 'securityEventDays'>,
): Promise<void> {
  const before = new Date(now.getTime() - securityEventDays * DAY_MS)
  await db.delete(security_events).where(lt(security_events.at, before))
}
