import { sql } from 'drizzle-orm'
import { SECOND_MS } from '#platform/shared/durations.ts'
import type { BackOfficeCall } from '#platform/shared/task-matrix.ts'
import type { Db } from '../db/client.ts'
import { community_settings } from '../db/tables.ts'
import type { MailDeps } from '../deps.ts'
import type { MailContent } from './mail-template.ts'
import { enqueueStaffMail } from './staff-mail.ts'

interface Pace {
  /** Key in `community_settings` of the time when the latest mail is or was sent. */
  key: string
  everyMs: number
  now: Date
}

/**
 * When to send the next mail; null if one is already scheduled. One statement, so that only one of several simultaneous
 * calls sets the time.
 */
async function nextMailAt(db: Db, { key, everyMs, now }: Pace): Promise<Date | null> {
  const at = (instant: Date) => sql`${JSON.stringify(instant.toISOString())}::jsonb`
  const lastMailAt = sql`(${community_settings.value} #>> '{}')::timestamptz`
  const afterLastMail = sql`greatest(${lastMailAt} + ${everyMs / SECOND_MS} * interval '1 second', ${now.toISOString()}::timestamptz)`
  // A time this far in the future was written before the clock was set back.
  const nonsense = new Date(now.getTime() + 2 * everyMs).toISOString()
  const [row] = await db
    .insert(community_settings)
    .values({ key, value: at(now) })
    .onConflictDoUpdate({
      target: community_settings.key,
      set: {
        value: sql`CASE WHEN ${lastMailAt} > ${nonsense}::timestamptz THEN ${at(now)}
          ELSE to_jsonb(to_char(${afterLastMail} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END`,
      },
      setWhere: sql`${lastMailAt} <= ${now.toISOString()}::timestamptz OR ${lastMailAt} > ${nonsense}::timestamptz`,
    })
    .returning({ value: community_settings.value })
  return row ? new Date(String(row.value)) : null
}

/**
 * Notifies staff that something is waiting, at most once per interval: immediately at first, then at the end of the
 * interval. Numbers in the mail are computed when it is sent (`MailQueue.revise`).
 */
export async function enqueueSeldomStaffMail(
  db: Db,
  deps: MailDeps,
  { call, content }: { call: BackOfficeCall; content: MailContent },
  pace: Pace,
): Promise<void> {
  const at = await nextMailAt(db, pace)
  if (!at) return
  const inSeconds = Math.max(0, Math.ceil((at.getTime() - pace.now.getTime()) / SECOND_MS))
  await enqueueStaffMail(db, deps, call, content, { inSeconds })
}
