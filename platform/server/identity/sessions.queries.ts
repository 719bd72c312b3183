import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  notInArray,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { Language } from '#platform/shared/languages.ts'
import { type Task, tasksOf } from '#platform/shared/tasks.ts'
import type { Db } from '../db/client.ts'
import { type Asking, prepared } from '../db/prepared.ts'
import { AppError } from '../http/errors.ts'
import { heldSecrets } from '../keys/held-keys.ts'
import { noteSeen } from './attempts.queries.ts'
import { type Device, deviceOf } from './device.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { tokens, users } from './tables.ts'

/** A session that is not used for this long ends. */
const SESSION_IDLE_MS = 90 * DAY_MS
/** However often it is used: a token that was stolen unseen does not work for ever. */
const SESSION_LIFETIME_MS = 365 * DAY_MS
/** "Seen" is written at most this often, so that reading does not turn into writing. */
const SEEN_EVERY_MS = HOUR_MS

/**
 * A conversation session is what the link of a mail about a conversation opens. It reads and answers
 * that one and is good for nothing else, since mails are forwarded, and ends after this long.
 */
const CONVERSATION_SESSION_MS = 7 * DAY_MS

/** The kinds of tokens by which calls are made. */
export const SESSIONS = ['session', 'conversation'] as const

/** Who makes the call. */
export interface Viewer {
  id: string
  session_id: string
  /** The one conversation that a conversation session knows; null for whoever is logged in. */
  conversation: string | null
  /** What the caller does for the community; empty for nearly everybody. */
  tasks: Task[]
  /** Since when they do any of it. */
  staff_since: Date | null
  /** When they last proved who they are in this session: by logging in, or since. */
  proved_at: Date
  /** Whether that took two factors, or a passkey, which is two. */
  strong: boolean
  /** Whether the account's logins take the code of a device as well. */
  second_factor: boolean
  /** The letterbox of another owner that the caller manages as a member of the household. */
  member_of: string | null
  email_confirmed: boolean
  /** Until a moderator lets the account in. */
  waiting: boolean
  enable_messaging: boolean
  lang: Language
}

/** When the oldest session was opened that has not ended by its age. */
export const oldestSession = (now: Date) => new Date(now.getTime() - SESSION_LIFETIME_MS)

/** Whether a token is a session that has not ended. */
export const isOpenSession = (now: Date) => isSession(now, oldestSession(now))

/** The same within a prepared statement: `oldest` is {@link oldestSession}. */
export function isSession(now: Date | SQLWrapper, oldest: Date | SQLWrapper): SQL | undefined {
  return and(
    inArray(tokens.kind, [...SESSIONS]),
    gt(tokens.expires_at, now),
    gt(tokens.created_at, oldest),
  )
}

/**
 * Locks the account, so that sessions which are opened at the same time count each other. Throws `account_suspended`, with the
 * reason that its owner was told.
 * @returns whether a login takes a second step
 */
async function refuseSuspended(db: Db, userId: string): Promise<boolean> {
  const [account] = await db
    .select({
      since: users.suspended_at,
      reason: users.suspended_reason,
      second_factor_since: users.second_factor_since,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (account?.since) {
    throw new AppError('account_suspended', { message: account.reason || undefined })
  }
  return account?.second_factor_since instanceof Date
}

/** A session that was just opened, and where. */
interface Opened {
  sessionId: string
  device: Device
  /** Whether the account does not know the device, and knows others. */
  isNew: boolean
}

/** The account whose session is opened, and the device. */
export interface NewSession {
  userId: string
  /** Of a conversation session: the one conversation that it knows. */
  conversation?: string | undefined
  /** Whether it took two factors, or a passkey: without them no session of an account that has switched them on is opened. */
  strong?: boolean | undefined
  userAgent?: string | undefined
  /** What follows from it, in the same transaction. Tests alone open sessions without. */
  opened?: (opened: Opened) => Promise<void>
}

/** How long a device is known that is not used any more: twice as long as a session lasts. */
const DEVICE_KNOWN_MS = 180 * DAY_MS

/**
 * Notes that an account is used from a device: its browser and system, as a hash.
 * @returns whether it is new, while others are known
 */
async function noteDevice(
  db: Db,
  userId: string,
  { browser, system }: Device,
  now: Date,
): Promise<boolean> {
  const device = ['device', userId, browser ?? '', system ?? ''] as const
  const isKnown = await noteSeen(db, device, DEVICE_KNOWN_MS, now)
  const knowsOthers = await noteSeen(db, ['devices', userId], DEVICE_KNOWN_MS, now)
  return knowsOthers && !isKnown
}

/**
 * Opens a session for whoever has proved to own the account, or a conversation session for whoever has a
 * link of its mails; the returned api token is not stored anywhere. Whichever way somebody comes in, it
 * ends here: throws `account_suspended`.
 */
export async function createSession(
  db: Db,
  { userId, conversation, strong = false, userAgent, opened }: NewSession,
  now: Date,
): Promise<string> {
  const takesTwoSteps = await refuseSuspended(db, userId)
  if (takesTwoSteps && !strong && conversation === undefined)
    throw new Error('Unexpected login without its second step')
  const secret = newSecret()
  const device = deviceOf(userAgent)
  const [session] = await db
    .insert(tokens)
    .values({
      kind: conversation === undefined ? 'session' : 'conversation',
      token_hash: hashSecret(secret),
      user_id: userId,
      transaction_id: conversation ?? null,
      strong,
      created_at: now,
      expires_at: new Date(
        now.getTime() + (conversation === undefined ? SESSION_IDLE_MS : CONVERSATION_SESSION_MS),
      ),
      ...device,
    })
    .returning({ id: tokens.id })
  if (!session) throw new Error('Unexpected empty answer to an insert')
  const isNew = conversation === undefined && (await noteDevice(db, userId, device, now))
  await opened?.({ sessionId: session.id, device, isNew })
  return secret
}

/** How long somebody has for the second step of a login. */
const HALF_SESSION_MS = 10 * MINUTE_MS

/** What the first step of a login opens. */
export interface OpenedSession {
  api_token: string
  /** The token is no session: it is good for the second step and nothing else. */
  second_step?: true
}

/**
 * Opens a session for whoever has shown a password or the link of a mail; for an account that has switched a second
 * factor on, only the way to the second step. Throws `account_suspended`.
 */
export async function logInto(
  db: Db,
  session: Omit<NewSession, 'conversation' | 'strong'>,
  now: Date,
): Promise<OpenedSession> {
  const takesTwoSteps = await refuseSuspended(db, session.userId)
  if (!takesTwoSteps) return { api_token: await createSession(db, session, now) }
  const secret = newSecret()
  await db.insert(tokens).values({
    kind: 'half_session',
    token_hash: hashSecret(secret),
    user_id: session.userId,
    created_at: now,
    expires_at: new Date(now.getTime() + HALF_SESSION_MS),
  })
  return { api_token: secret, second_step: true }
}

const isHalfSession = (secret: string, now: Date) =>
  and(
    eq(tokens.token_hash, hashSecret(secret)),
    eq(tokens.kind, 'half_session'),
    gt(tokens.expires_at, now),
  )

/** Whose login waits for its second step; null for an unknown or old one. */
export async function findHalfSession(db: Db, secret: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ user_id: tokens.user_id })
    .from(tokens)
    .where(isHalfSession(secret, now))
  return row?.user_id ?? null
}

/** Uses up what waits for the second step. One statement: of any number of parallel tries exactly one gets true. */
export async function redeemHalfSession(db: Db, secret: string, now: Date): Promise<boolean> {
  const rows = await db
    .delete(tokens)
    .where(isHalfSession(secret, now))
    .returning({ id: tokens.id })
  return rows.length > 0
}

/** Notes that whoever makes the call has just proved who they are. */
export async function noteProof(
  db: Db,
  viewer: Pick<Viewer, 'session_id' | 'strong'>,
  { strong }: { strong: boolean },
  now: Date,
): Promise<void> {
  await db
    .update(tokens)
    .set({ proved_at: now, strong: viewer.strong || strong })
    .where(and(eq(tokens.id, viewer.session_id), eq(tokens.kind, 'session')))
}

/** No session counts as one by two factors any more: the account has none left, or another one. */
export async function weakenSessions(db: Db, userId: string): Promise<void> {
  await db.update(tokens).set({ strong: false }).where(eq(tokens.user_id, userId))
}

const findSession = prepared(
  'session',
  (db: Db, { hash, now, oldest }: Asking<{ hash: string; now: Date; oldest: Date }>) =>
    db
      .select({
        id: users.id,
        session_id: tokens.id,
        conversation: tokens.transaction_id,
        expires_at: tokens.expires_at,
        opened_at: tokens.created_at,
        proved_at: tokens.proved_at,
        strong: tokens.strong,
        second_factor: sql<boolean>`${users.second_factor_since} IS NOT NULL`,
        staff_since: users.staff_since,
        last_seen_at: users.last_seen_at,
        role_id: users.role_id,
        tasks: users.tasks,
        member_of: household_members.letterbox_id,
        email_confirmed: sql<boolean>`${users.email_confirmed_at} IS NOT NULL`,
        waiting: sql<boolean>`${users.waiting_since} IS NOT NULL`,
        enable_messaging: users.enable_messaging,
        lang: users.lang,
      })
      .from(tokens)
      .innerJoin(users, eq(users.id, tokens.user_id))
      .leftJoin(household_members, eq(household_members.user_id, users.id))
      .where(and(eq(tokens.token_hash, hash), isSession(now, oldest), isNull(users.suspended_at))),
)

/**
 * The user of a session of either kind, or null for an unknown, revoked or expired token, and for a
 * suspended account.
 */
export async function findViewer(db: Db, secret: string, now: Date): Promise<Viewer | null> {
  const [row] = await findSession(db, { hash: hashSecret(secret), now, oldest: oldestSession(now) })
  if (!row) return null
  const { expires_at, last_seen_at, role_id, tasks, opened_at, proved_at, ...session } = row
  const viewer = {
    tasks: tasksOf({ role_id, tasks }),
    proved_at: proved_at ?? opened_at,
    ...session,
  }
  const seenBefore = viewer.conversation
    ? last_seen_at.getTime()
    : expires_at.getTime() - SESSION_IDLE_MS
  if (now.getTime() - seenBefore > SEEN_EVERY_MS) await markSeen(db, viewer, now)
  return viewer
}

async function markSeen(db: Db, viewer: Viewer, now: Date): Promise<void> {
  // A conversation session ends when it ends, however much it is used.
  if (!viewer.conversation) {
    await db
      .update(tokens)
      .set({ expires_at: new Date(now.getTime() + SESSION_IDLE_MS) })
      .where(eq(tokens.id, viewer.session_id))
  }
  await db
    .update(users)
    .set({ last_seen_at: now })
    .where(and(eq(users.id, viewer.id), lt(users.last_seen_at, now)))
}

/** The sessions of a user that have not ended, the last seen first. */
export async function listSessions(db: Db, viewer: Viewer, now: Date) {
  const rows = await db
    .select({
      id: tokens.id,
      conversation: tokens.transaction_id,
      browser: tokens.browser,
      system: tokens.system,
      created_at: tokens.created_at,
      expires_at: tokens.expires_at,
    })
    .from(tokens)
    .where(and(eq(tokens.user_id, viewer.id), isOpenSession(now)))
    .orderBy(sql`${tokens.transaction_id} IS NOT NULL`, desc(tokens.expires_at), tokens.id)
  return rows.map(({ expires_at, created_at, conversation, ...session }) => ({
    ...session,
    conversation: conversation !== null,
    current: session.id === viewer.session_id,
    created_at: created_at.toISOString(),
    // When a conversation session was last used is not kept.
    last_seen_at: conversation
      ? created_at.toISOString()
      : new Date(expires_at.getTime() - SESSION_IDLE_MS).toISOString(),
  }))
}

/** Ends a session of this user. False when the user has no such session. */
export async function revokeOwnSession(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const rows = await db
    .delete(tokens)
    .where(
      and(
        inArray(tokens.kind, [...SESSIONS]),
        eq(tokens.user_id, userId),
        eq(tokens.id, sessionId),
      ),
    )
    .returning({ id: tokens.id })
  return rows.length > 0
}

/**
 * Ends the session by whose secret another one was opened.
 * @returns whose it was, and where; null for a secret that is no session's
 */
export async function endHeldSession(
  db: Db,
  secret: string,
  openedId: string,
): Promise<({ user_id: string } & Device) | null> {
  const [held] = await db
    .delete(tokens)
    .where(
      and(
        eq(tokens.token_hash, hashSecret(secret)),
        eq(tokens.kind, 'session'),
        ne(tokens.id, openedId),
      ),
    )
    .returning({ user_id: tokens.user_id, browser: tokens.browser, system: tokens.system })
  return held ?? null
}

/**
 * Ends the sessions of an account that were not used for the longest time, where it has more than so many; those that know
 * one conversation alone are counted by themselves. The account is locked, as {@link createSession} does.
 * @returns where those were that have ended
 */
export async function endOldestSessions(
  db: Db,
  { userId, conversation }: { userId: string; conversation: boolean },
  most: number,
): Promise<Device[]> {
  const ofKind = and(
    eq(tokens.user_id, userId),
    eq(tokens.kind, conversation ? 'conversation' : 'session'),
  )
  const kept = db
    .select({ id: tokens.id })
    .from(tokens)
    .where(ofKind)
    .orderBy(desc(tokens.expires_at), desc(tokens.created_at))
    .limit(most)
  return db
    .delete(tokens)
    .where(and(ofKind, notInArray(tokens.id, kept)))
    .returning({ browser: tokens.browser, system: tokens.system })
}

export async function revokeSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(tokens).where(eq(tokens.id, sessionId))
}

/** Ends every session of a user but the one that is kept, and logins that wait for their second step. */
export async function revokeOtherSessions(
  db: Db,
  userId: string,
  keptId: string | null,
): Promise<void> {
  await db
    .delete(tokens)
    .where(
      and(
        inArray(tokens.kind, [...SESSIONS, 'half_session']),
        eq(tokens.user_id, userId),
        keptId === null ? undefined : ne(tokens.id, keptId),
      ),
    )
}

/** All sessions of everybody, and logins that wait for their second step. */
export const allSessions = heldSecrets('sessions', {
  table: tokens,
  isOpen: isOpenSession,
  isOne: inArray(tokens.kind, [...SESSIONS, 'half_session']),
})

/** Forgets sessions that ended by their age; those that were not used expire like every token. */
export async function deleteOldSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SESSION_LIFETIME_MS)
  await db.delete(tokens).where(and(eq(tokens.kind, 'session'), lt(tokens.created_at, before)))
}
