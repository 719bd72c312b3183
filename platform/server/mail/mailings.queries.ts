import { and, count, desc, eq, gt, inArray, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { MailOutcome } from '#platform/shared/mail-outcomes.ts'
import type { MailingState, RecipientState } from '#platform/shared/mailings.ts'
import type { Db } from '../db/client.ts'
import { users } from '../identity/tables.ts'
import { type Handed, STUCK_MS } from './mailings.rules.ts'
import { mailing_recipients, mailings } from './tables.ts'

/** Notified when a mailing has work to do, so that it does not wait for the next poll. */
export const MAILING_CHANNEL = 'mailing_due'

/** Identifies a mailing: a registered kind, and its subject. */
export interface MailingName {
  kind: string
  subject: string
}

const isNamed = ({ kind, subject }: MailingName) =>
  and(eq(mailings.kind, kind), eq(mailings.subject, subject))

const wake = (tx: Db) => tx.execute(sql`SELECT pg_notify(${MAILING_CHANNEL}, '')`)

/**
 * Starts a mailing to all current users of `audience` (a condition on users).
 * @returns false if it was started before: each is sent once
 */
export async function beginMailing(
  tx: Db,
  name: MailingName,
  audience: SQL | undefined,
  now: Date,
): Promise<boolean> {
  const [mailing] = await tx
    .insert(mailings)
    .values({ kind: name.kind, subject: name.subject, created_at: now })
    .onConflictDoNothing()
    .returning({ id: mailings.id })
  if (!mailing) return false
  const everybody = tx
    .select({
      mailing_id: sql<string>`${mailing.id}::uuid`.as('mailing_id'),
      user_id: users.id,
      state: sql<RecipientState>`'waiting'`.as('state'),
      mail: sql<string | null>`NULL::uuid`.as('mail'),
      handed_at: sql<Date | null>`NULL::timestamptz`.as('handed_at'),
      left_at: sql<Date | null>`NULL::timestamptz`.as('left_at'),
    })
    .from(users)
    .where(audience)
  await tx.insert(mailing_recipients).select(everybody)
  await wake(tx)
  return true
}

/**
 * Pauses or resumes a mailing.
 * @returns false if it was already in that state
 */
export async function turnMailing(
  tx: Db,
  name: MailingName,
  to: 'paused' | 'running',
): Promise<boolean> {
  const from: MailingState = to === 'paused' ? 'running' : 'paused'
  const turned = await tx
    .update(mailings)
    .set({ state: to })
    .where(and(isNamed(name), eq(mailings.state, from)))
    .returning({ id: mailings.id })
  if (turned.length > 0 && to === 'running') await wake(tx)
  return turned.length > 0
}

export interface MailingCounts {
  state: MailingState
  begunAt: Date
  /** Number of recipients per state. */
  people: Record<RecipientState, number>
  /** Number of recipients who unsubscribed after receiving it. */
  left: number
}

const NOBODY: Record<RecipientState, number> = {
  waiting: 0,
  handed: 0,
  sent: 0,
  refused: 0,
  unreachable: 0,
  unsubscribed: 0,
  skipped: 0,
  failed: 0,
  gone: 0,
}

async function countPeople(db: Db, which: SQL) {
  const rows = await db
    .select({
      state: mailing_recipients.state,
      people: count(),
      left: count(mailing_recipients.left_at),
    })
    .from(mailing_recipients)
    .where(which)
    .groupBy(mailing_recipients.state)
  const people = { ...NOBODY }
  for (const row of rows) people[row.state] = row.people
  return { people, left: rows.reduce((sum, { left }) => sum + left, 0) }
}

/** Null if it has not started. */
export async function countMailing(db: Db, name: MailingName): Promise<MailingCounts | null> {
  const [mailing] = await db.select().from(mailings).where(isNamed(name))
  if (!mailing) return null
  const { state, created_at: begunAt } = mailing
  return {
    state,
    begunAt,
    ...(await countPeople(db, eq(mailing_recipients.mailing_id, mailing.id))),
  }
}

/** Condition: a recipient of any mailing of a kind. */
const isOfKind = (kind: string) =>
  sql`${mailing_recipients.mailing_id} IN (SELECT ${mailings.id} FROM ${mailings} WHERE ${mailings.kind} = ${kind})`

export interface KindCounts extends Pick<MailingCounts, 'people'> {
  /** How many mailings of the kind have started. */
  mailings: number
  /** Of the one that is not done, if there is one. */
  state: MailingState
  subject: string
}

/** All mailings of a kind together; null if none has started. */
export async function countKind(db: Db, kind: string): Promise<KindCounts | null> {
  const begun = await db
    .select()
    .from(mailings)
    .where(eq(mailings.kind, kind))
    .orderBy(sql`${mailings.state} = 'done'`, desc(mailings.created_at))
  const [current] = begun
  if (!current) return null
  const { people } = await countPeople(db, isOfKind(kind))
  return { mailings: begun.length, state: current.state, subject: current.subject, people }
}

/** Condition on users: they are recipients of a mailing of a kind. */
export const isRecipientOf = (kind: string): SQL =>
  sql`EXISTS (SELECT FROM ${mailing_recipients}
    WHERE ${mailing_recipients.user_id} = ${users.id} AND ${isOfKind(kind)})`

/** Records that a user unsubscribed from a kind; it counts for the last mailing that reached them. */
export async function noteLeft(tx: Db, kind: string, userId: string, now: Date): Promise<void> {
  const [last] = await tx
    .select({ id: mailing_recipients.mailing_id })
    .from(mailing_recipients)
    .innerJoin(mailings, eq(mailings.id, mailing_recipients.mailing_id))
    .where(
      and(
        eq(mailings.kind, kind),
        eq(mailing_recipients.user_id, userId),
        eq(mailing_recipients.state, 'sent'),
      ),
    )
    .orderBy(desc(mailing_recipients.handed_at))
    .limit(1)
  if (!last) return
  await tx
    .update(mailing_recipients)
    .set({ left_at: now })
    .where(and(eq(mailing_recipients.mailing_id, last.id), eq(mailing_recipients.user_id, userId)))
}

/** Maps a mail's outcome to its recipient's state, in the transaction that removes it from the queue. */
const STATE_AFTER: Record<MailOutcome | 'not_wanted' | 'no_news', RecipientState> = {
  sent: 'sent',
  refused: 'refused',
  given_up: 'failed',
  not_tried: 'unreachable',
  not_wanted: 'unsubscribed',
  no_news: 'skipped',
}

/** Sets the state of the recipient of a mail; does nothing if the mail belongs to no mailing. */
export async function settleRecipient(
  tx: Db,
  mail: string,
  outcome: keyof typeof STATE_AFTER,
): Promise<void> {
  await tx
    .update(mailing_recipients)
    .set({ state: STATE_AFTER[outcome] })
    .where(eq(mailing_recipients.mail, mail))
}

/**
 * Whether a mailing's mail may be sent now. If the mailing is paused, its recipient becomes pending again. False if the
 * mail has no recipient any more.
 */
export async function mayGoOut(tx: Db, mail: string): Promise<boolean> {
  const [share] = await tx
    .select({ state: mailings.state })
    .from(mailing_recipients)
    .innerJoin(mailings, eq(mailings.id, mailing_recipients.mailing_id))
    .where(and(eq(mailing_recipients.mail, mail), eq(mailing_recipients.state, 'handed')))
    .for('update', { of: mailing_recipients })
  if (!share) return false
  if (share.state === 'running') return true
  await tx
    .update(mailing_recipients)
    .set({ state: 'waiting', mail: null, handed_at: null })
    .where(eq(mailing_recipients.mail, mail))
  return false
}

/** Outcomes of a push to one device, in ascending order: the best one counts. */
const PUSH_STATES = [
  'unsubscribed',
  'skipped',
  'gone',
  'failed',
  'refused',
  'sent',
] as const satisfies readonly RecipientState[]
export type PushState = (typeof PUSH_STATES)[number]

/** Sets a recipient's state from the push to one of their devices; the best outcome counts. */
export async function settlePush(tx: Db, notice: string, state: PushState): Promise<void> {
  const lesser = PUSH_STATES.slice(0, PUSH_STATES.indexOf(state))
  await tx
    .update(mailing_recipients)
    .set({ state })
    .where(
      and(
        eq(mailing_recipients.mail, notice),
        inArray(mailing_recipients.state, ['handed', ...lesser]),
      ),
    )
}

/**
 * Whether a mailing's push may be sent now. If the mailing is paused and no device was reached yet, its recipient
 * becomes pending again. False if the push has no recipient any more.
 */
export async function mayPush(tx: Db, notice: string): Promise<boolean> {
  const [share] = await tx
    .select({ state: mailing_recipients.state, mailing: mailings.state })
    .from(mailing_recipients)
    .innerJoin(mailings, eq(mailings.id, mailing_recipients.mailing_id))
    .where(eq(mailing_recipients.mail, notice))
    .for('update', { of: mailing_recipients })
  if (!share) return false
  if (share.mailing !== 'paused') return true
  if (share.state !== 'sent') {
    await tx
      .update(mailing_recipients)
      .set({ state: 'waiting', mail: null, handed_at: null })
      .where(eq(mailing_recipients.mail, notice))
  }
  return false
}

/** Counts recipients of these kinds that were handed over recently, see {@link Handed}. */
export async function countHanded(db: Db, kinds: string[], now: Date): Promise<Handed> {
  const since = (ms: number) =>
    sql`${mailing_recipients.handed_at} > ${new Date(now.getTime() - ms).toISOString()}::timestamptz`
  const counted = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})::int`
  const [handed] = await db
    .select({
      lastHour: counted(since(HOUR_MS)),
      lastMinute: counted(since(MINUTE_MS)),
      waiting: counted(sql`${mailing_recipients.state} = 'handed' AND ${since(STUCK_MS)}`),
    })
    .from(mailing_recipients)
    .innerJoin(mailings, eq(mailings.id, mailing_recipients.mailing_id))
    .where(
      and(
        inArray(mailings.kind, kinds),
        isNotNull(mailing_recipients.mail),
        gt(mailing_recipients.handed_at, new Date(now.getTime() - HOUR_MS)),
        lte(mailing_recipients.handed_at, now),
      ),
    )
  return handed ?? { lastHour: 0, lastMinute: 0, waiting: 0 }
}

/** Ends mailings without pending recipients. */
export async function endMailings(db: Db): Promise<void> {
  await db
    .update(mailings)
    .set({ state: 'done' })
    .where(
      and(
        eq(mailings.state, 'running'),
        sql`NOT EXISTS (SELECT 1 FROM ${mailing_recipients}
          WHERE ${mailing_recipients.mailing_id} = ${mailings.id}
          AND ${inArray(mailing_recipients.state, ['waiting', 'handed'])})`,
      ),
    )
}

/** Deletes mailings of a kind, with their recipients, that started before a time. */
export async function forgetMailings(db: Db, kind: string, before: Date): Promise<void> {
  await db.delete(mailings).where(and(eq(mailings.kind, kind), lt(mailings.created_at, before)))
}
