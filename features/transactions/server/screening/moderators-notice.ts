import { sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { community_settings } from '#platform/server/db/tables.ts'
import { enqueueStaffMail } from '#platform/server/mail/staff-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { paths } from '#platform/shared/paths.ts'
import { heldMessages } from '../mails/held-messages.ts'
import type { Sending } from '../sending.ts'
import { countWaiting } from './waiting-messages.queries.ts'

/** Key of the setting that says when the newest mail to moderators goes out, or went out. */
const SETTING = 'held_messages_told_at'
const EVERY_MS = 3_600_000

/**
 * When the next mail goes out, at most one an hour; null where one is on its way already. It is one
 * statement, so that of many calls at once only one sets the time.
 */
async function nextMailAt(db: Db, now: Date): Promise<Date | null> {
  const at = (instant: Date) => sql`${JSON.stringify(instant.toISOString())}::jsonb`
  const lastMailAt = sql`(${community_settings.value} #>> '{}')::timestamptz`
  const hourAfterLastMail = sql`greatest(${lastMailAt} + interval '1 hour', ${now.toISOString()}::timestamptz)`
  // A time this far ahead was written before the clock was set back.
  const nonsense = new Date(now.getTime() + 2 * EVERY_MS).toISOString()
  const [row] = await db
    .insert(community_settings)
    .values({ key: SETTING, value: at(now) })
    .onConflictDoUpdate({
      target: community_settings.key,
      set: {
        value: sql`CASE WHEN ${lastMailAt} > ${nonsense}::timestamptz THEN ${at(now)}
          ELSE to_jsonb(to_char(${hourAfterLastMail} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END`,
      },
      setWhere: sql`${lastMailAt} <= ${now.toISOString()}::timestamptz OR ${lastMailAt} > ${nonsense}::timestamptz`,
    })
    .returning({ value: community_settings.value })
  return row ? new Date(String(row.value)) : null
}

/**
 * Mails all who moderate that a message waits, in the database transaction that stores the message.
 */
export async function tellModerators({ db, deps, now }: Sending): Promise<void> {
  const at = await nextMailAt(db, now)
  if (!at) return
  const page = deps.config.publicUrl + paths.login(adminPaths.screen('held-messages'))
  const inSeconds = Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000))
  await enqueueStaffMail(db, deps, 'GET /admin/held-messages', heldMessages({ count: 1, page }), {
    inSeconds,
  })
}

/** How many messages wait when the mail is sent; null where all of them were decided meanwhile. */
export async function reviseHeldMessages<Content extends { count: number }>(
  db: Db,
  content: Content,
): Promise<Content | null> {
  const count = await countWaiting(db)
  return count > 0 ? { ...content, count } : null
}
