import { createHash } from 'node:crypto'
import { isNotNull, sql } from 'drizzle-orm'
import type { Area, Place } from '#platform/shared/areas.ts'
import { SECOND_MS } from '#platform/shared/durations.ts'
import type { BackOfficeCall } from '#platform/shared/task-matrix.ts'
import type { Db } from '../db/client.ts'
import { community_settings } from '../db/tables.ts'
import type { MailDeps } from '../deps.ts'
import { users } from '../identity/tables.ts'
import type { MailContent } from './mail-template.ts'
import { enqueueStaffMail, findStaff } from './staff-mail.ts'

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

const secondsUntil = (at: Date, now: Date) =>
  Math.max(0, Math.ceil((at.getTime() - now.getTime()) / SECOND_MS))

interface SeldomMail {
  call: BackOfficeCall
  /** Where the matter is; null: at no place of its own. */
  place: Place | null
  /** @param area of the readers; null for the whole community */
  content: (area: Area | null) => MailContent
}

/**
 * Notifies staff that something is waiting, at most once per interval: immediately at first, then at the end of the
 * interval. Numbers in the mail are computed when it is sent (`MailQueue.revise`). The people of each area have an
 * interval of their own, so that they get no mails about what is outside of it.
 */
export async function enqueueSeldomStaffMail(
  db: Db,
  deps: MailDeps,
  mail: SeldomMail,
  pace: Pace,
): Promise<void> {
  const at = await nextMailAt(db, pace)
  const { call, content } = mail
  if (at) {
    const inSeconds = secondsUntil(at, pace.now)
    await enqueueStaffMail(db, deps, call, content(null), { inSeconds })
  }
  await enqueueSeldomAreaMail(db, deps, mail, pace)
}

/** The part of {@link enqueueSeldomStaffMail} for people whose area covers the place. */
export async function enqueueSeldomAreaMail(
  db: Db,
  { mails }: MailDeps,
  { call, place, content }: SeldomMail,
  pace: Pace,
): Promise<void> {
  const mailAt = new Map<string, Date | null>()
  for (const { email, lang, area } of await findStaff(db, call, place, isNotNull(users.area))) {
    const key = `${pace.key} ${createHash('sha256').update(JSON.stringify(area)).digest('hex')}`
    if (!mailAt.has(key)) mailAt.set(key, await nextMailAt(db, { ...pace, key }))
    const at = mailAt.get(key)
    if (!email || !at) continue
    const mail = { to: email, lang, content: content(area), ofOperator: true } as const
    await mails.enqueue(db, mail, { inSeconds: secondsUntil(at, pace.now) })
  }
}
