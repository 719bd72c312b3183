import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { RecipientState } from '#platform/shared/mailings.ts'
import type { Db } from '../db/client.ts'
import { tryLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import type { FeatureJob } from '../feature.ts'
import { type UserRow, users } from '../identity/tables.ts'
import { answersTo } from '../questions.ts'
import { isWithin } from './mail-hours.rules.ts'
import type { QueuedMail } from './mail-queue.ts'
import { countHanded, endMailings, MAILING_CHANNEL } from './mailings.queries.ts'
import { allowance, MOST_MAILS_WAITING, MOST_PUSHES_WAITING, type Pace } from './mailings.rules.ts'
import { MAILING } from './questions.ts'
import { findRefused } from './refused-addresses.ts'
import { mailing_recipients, mailings } from './tables.ts'

/** A user with an e-mail address. */
export type Reachable = UserRow & { email: string }

/** What one recipient gets: a mail, a push of a notice, or the reason for neither. */
export type Share = { mail: QueuedMail } | { push: string } | 'unsubscribed' | 'skipped'

/** Mails go at the pace of the mail server, pushes at that of the push services. */
type Way = 'mail' | 'push'

/** A kind of mailing. A feature that sends one answers the question `MAILING` with it. */
export interface MailingKind {
  kind: string
  /** Decides which pace applies. */
  by: Way
  /** It asks for confirmation of an address, so it also goes to unconfirmed ones. */
  toUnconfirmed?: true
  /** Whether to send now; `over`: the remaining recipients are skipped. Default: now. */
  when?(tx: Db, deps: Deps, subject: string): Promise<'now' | 'later' | 'over'>
  /** Builds a recipient's share, in the transaction that records it. */
  share(tx: Db, deps: Deps, subject: string, user: Reachable): Promise<Share>
}

type Mailing = typeof mailings.$inferSelect

function paceOf(way: Way, { config }: Deps, now: Date): Pace {
  if (way === 'push') {
    return { perHour: config.bulkPushesPerHour, mostWaiting: MOST_PUSHES_WAITING }
  }
  const { bulkMailHours: hours, bulkMailsPerHour, timeZone } = config
  const isTime = hours === null || isWithin(hours, timeZone, now)
  return { perHour: isTime ? bulkMailsPerHour : 0, mostWaiting: MOST_MAILS_WAITING }
}

/** The ways that may send now. */
async function openWays(tx: Db, deps: Deps, kinds: MailingKind[]): Promise<Set<Way>> {
  const now = deps.clock()
  const open = new Set<Way>()
  for (const way of ['mail', 'push'] as const) {
    const ofWay = kinds.filter(({ by }) => by === way).map(({ kind }) => kind)
    if (ofWay.length === 0) continue
    const handed = await countHanded(tx, ofWay, now)
    if (allowance(paceOf(way, deps, now), handed) > 0) open.add(way)
  }
  return open
}

const isShare = ({ id }: Mailing, userId: string) =>
  and(eq(mailing_recipients.mailing_id, id), eq(mailing_recipients.user_id, userId))

/** The next recipient of a mailing; null if none is left. */
async function nextOf(tx: Db, { id }: Mailing): Promise<UserRow | null> {
  const [next] = await tx
    .select({ user: users })
    .from(mailing_recipients)
    .innerJoin(users, eq(users.id, mailing_recipients.user_id))
    .where(and(eq(mailing_recipients.mailing_id, id), eq(mailing_recipients.state, 'waiting')))
    .orderBy(asc(mailing_recipients.user_id))
    .limit(1)
    // Waits while the account is being deleted.
    .for('key share', { of: users })
  return next?.user ?? null
}

/** The next recipient, with their mailing. */
interface Turn {
  kind: MailingKind
  mailing: Mailing
  user: UserRow
}

async function shareOf(
  tx: Db,
  deps: Deps,
  { kind, mailing: { subject }, user }: Turn,
): Promise<Share | 'unreachable'> {
  const { email } = user
  const isConfirmed = user.email_confirmed_at !== null || kind.toUnconfirmed
  if (!email || !isConfirmed || user.suspended_at || user.waiting_since) return 'skipped'
  const share = await kind.share(tx, deps, subject, { ...user, email })
  if (typeof share === 'string' || 'push' in share) return share
  return (await findRefused(tx, email)) ? 'unreachable' : share
}

/** Hands over to one recipient, or records why not. */
async function handOver(tx: Db, deps: Deps, turn: Turn): Promise<void> {
  const { mailing, user } = turn
  const share = await shareOf(tx, deps, turn)
  const settle = (part: { state: RecipientState; mail?: string; handed_at?: Date }) =>
    tx.update(mailing_recipients).set(part).where(isShare(mailing, user.id))
  if (typeof share === 'string') {
    await settle({ state: share })
    return
  }
  const handed_at = deps.clock()
  if ('push' in share) {
    await settle({ state: 'handed', mail: share.push, handed_at })
    return
  }
  const mail = randomUUID()
  await deps.mails.enqueueOfMailing(tx, share.mail, mail)
  await settle({ state: 'handed', mail, handed_at })
}

/** The next recipient of the oldest mailing whose pace allows one now; null if there is none. */
async function nextTurn(
  tx: Db,
  deps: Deps,
  kinds: ReadonlyMap<string, MailingKind>,
): Promise<Turn | null> {
  const running = await tx
    .select()
    .from(mailings)
    .where(and(eq(mailings.state, 'running'), inArray(mailings.kind, [...kinds.keys()])))
    .orderBy(asc(mailings.created_at), asc(mailings.id))
    // Pausing a mailing waits for this step, and nothing is handed over after it.
    .for('no key update')
  if (running.length === 0) return null
  const open = await openWays(tx, deps, [...kinds.values()])
  for (const mailing of running) {
    const kind = kinds.get(mailing.kind)
    if (!kind || !open.has(kind.by)) continue
    const when = (await kind.when?.(tx, deps, mailing.subject)) ?? 'now'
    if (when === 'over') await skipAll(tx, mailing)
    const user = when === 'now' ? await nextOf(tx, mailing) : null
    if (user) return { kind, mailing, user }
  }
  return null
}

/**
 * One step. Each recipient is a transaction of its own, which records the state and inserts the mail: a process that is
 * killed has done both or neither.
 * @returns whether there may be more to do now
 */
async function handOverNext(deps: Deps, kinds: ReadonlyMap<string, MailingKind>): Promise<boolean> {
  const { orm } = deps.database
  let turn: Turn | null = null
  try {
    await orm.transaction(async (tx) => {
      // Only one process hands over at a time.
      if (!(await tryLock(tx, 'mailings'))) return
      turn = await nextTurn(tx, deps, kinds)
      if (turn) await handOver(tx, deps, turn)
    })
  } catch (error) {
    if (!turn) throw error
    // A mail that cannot be built must not block all others.
    const { mailing, user }: Turn = turn
    deps.logger.error({ err: error, mailing: mailing.id }, 'a mail of a mailing was not written')
    await orm.update(mailing_recipients).set({ state: 'failed' }).where(isShare(mailing, user.id))
  }
  return turn !== null
}

async function skipAll(tx: Db, { id }: Mailing): Promise<void> {
  await tx
    .update(mailing_recipients)
    .set({ state: 'skipped' })
    .where(and(eq(mailing_recipients.mailing_id, id), eq(mailing_recipients.state, 'waiting')))
}

/** Hands over as much as the pace allows now, and ends finished mailings. Safe in several processes at once. */
export async function feedMailings(deps: Deps, signal?: AbortSignal): Promise<void> {
  const kinds = new Map(answersTo(deps, MAILING).map((kind) => [kind.kind, kind]))
  if (kinds.size === 0) return
  let more = true
  while (more && !signal?.aborted) more = await handOverNext(deps, kinds)
  await endMailings(deps.database.orm)
}

/** Runs when a mailing starts or resumes, and every few seconds for the pace. */
export const feedingMailings: FeatureJob = {
  queue: 'mailings',
  failure: 'mailings not handed over',
  everySeconds: 15,
  channel: MAILING_CHANNEL,
  run: (deps, _data, { signal }) => feedMailings(deps, signal),
}
