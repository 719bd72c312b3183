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
import type { Area } from '#platform/shared/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { Language } from '#platform/shared/languages.ts'
import { type Task, tasksOf } from '#platform/shared/tasks.ts'
import type { Db } from '../db/client.ts'
import { type Asking, prepared } from '../db/prepared.ts'
import { AppError } from '../http/errors.ts'
import { heldSecrets } from '../keys/held-keys.ts'
import {
  type CallingToken,
  deleteAccessTokensOf,
  findTokenViewer,
  isAccessToken,
  weakenAccessTokens,
} from './access-tokens.queries.ts'
import { noteSeen } from './attempts.queries.ts'
import { type Device, deviceOf } from './device.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { tokens, users } from './tables.ts'

/** A session expires when it is not used for this long. */
const SESSION_IDLE_MS = 90 * DAY_MS
/** A session expires at this age even if it is used, which limits the use of a stolen token. */
const SESSION_LIFETIME_MS = 365 * DAY_MS
/** `last seen` is written at most this often, so that reads do not become writes. */
const SEEN_EVERY_MS = HOUR_MS

/**
 * A conversation session is opened by the link of a mail about a conversation. It can only read and answer that
 * conversation, since mails are forwarded, and expires after this time.
 */
const CONVERSATION_SESSION_MS = 7 * DAY_MS

/** Kinds of tokens that authenticate calls. */
export const SESSIONS = ['session', 'conversation'] as const

export interface Viewer {
  id: string
  session_id: string
  /** The only conversation of a conversation session; null if the caller is logged in. */
  conversation: string | null
  /** The caller's tasks for the community; usually empty. */
  tasks: Task[]
  /** The area to which these are limited; null for the whole community. */
  area: Area | null
  /** Since when the caller has any task. */
  staff_since: Date | null
  /** When the caller last proved their identity in this session, by logging in or later. */
  proved_at: Date
  /** Whether that proof had two factors, or a passkey, which counts as two. */
  strong: boolean
  /** Whether the account requires the code of a device to log in. */
  second_factor: boolean
  /** The letterbox of another owner that the caller manages as a member of the household. */
  member_of: string | null
  email_confirmed: boolean
  /** Waiting for a moderator's approval. */
  waiting: boolean
  enable_messaging: boolean
  lang: Language
  /** The access token of the call; null for a session. */
  token: CallingToken | null
}

/** Sessions created before this time have expired by age. */
export const oldestSession = (now: Date) => new Date(now.getTime() - SESSION_LIFETIME_MS)

/** Condition for tokens that are sessions and have not expired. */
export const isOpenSession = (now: Date) => isSession(now, oldestSession(now))

/** The same condition for prepared statements; `oldest` is {@link oldestSession}. */
export function isSession(now: Date | SQLWrapper, oldest: Date | SQLWrapper): SQL | undefined {
  return and(
    inArray(tokens.kind, [...SESSIONS]),
    gt(tokens.expires_at, now),
    gt(tokens.created_at, oldest),
  )
}

/**
 * Locks the account, so that sessions opened at the same time count each other. Throws `account_suspended` with the
 * reason that its owner got.
 * @returns whether a login needs a second step
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

/** A session that was just opened, and its device. */
interface Opened {
  sessionId: string
  device: Device
  /** Whether the device is new for an account that already has others. */
  isNew: boolean
}

/** The account whose session is opened, and the device. */
export interface NewSession {
  userId: string
  /** For a conversation session: its conversation. */
  conversation?: string | undefined
  /** Whether the login had two factors or a passkey. An account with a second factor gets no session without this. */
  strong?: boolean | undefined
  userAgent?: string | undefined
  /** Further work in the same transaction. Only tests leave it out. */
  opened?: (opened: Opened) => Promise<void>
}

/** How long an unused device is remembered: twice as long as a session lasts. */
const DEVICE_KNOWN_MS = 180 * DAY_MS

/**
 * Remembers the device (browser and system) as a hash.
 * @returns whether it is new while others are known
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
 * Opens a session for a user who has proved to own the account, or a conversation session for the link of a mail. The
 * returned API token is not stored. All ways in end here: throws `account_suspended`.
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

/** Time limit for the second step of a login. */
const HALF_SESSION_MS = 10 * MINUTE_MS

/** Result of a login's first step. */
export interface OpenedSession {
  api_token: string
  /** The token is not a session; it can only be used for the second step. */
  second_step?: true
}

/**
 * Opens a session after a correct password or a mail's link. For an account with a second factor, the result only
 * allows the second step. Throws `account_suspended`.
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

/** The account of a pending second step; null if it is unknown or expired. */
export async function findHalfSession(db: Db, secret: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ user_id: tokens.user_id })
    .from(tokens)
    .where(isHalfSession(secret, now))
  return row?.user_id ?? null
}

/** Redeems a pending second step. One statement: of several parallel attempts exactly one gets true. */
export async function redeemHalfSession(db: Db, secret: string, now: Date): Promise<boolean> {
  const rows = await db
    .delete(tokens)
    .where(isHalfSession(secret, now))
    .returning({ id: tokens.id })
  return rows.length > 0
}

/** Records that the caller has just proved their identity. */
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

/** Downgrades all sessions and access tokens to one factor, because the account's second factor was removed or replaced. */
export async function weakenSessions(db: Db, userId: string): Promise<void> {
  await db.update(tokens).set({ strong: false }).where(eq(tokens.user_id, userId))
  await weakenAccessTokens(db, userId)
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
        area: users.area,
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
 * The user of a session of either kind, or of an access token; null if it is unknown, revoked or expired, or the account
 * is suspended.
 */
export async function findViewer(db: Db, secret: string, now: Date): Promise<Viewer | null> {
  if (isAccessToken(secret)) return findTokenViewer(db, secret, now)
  const [row] = await findSession(db, { hash: hashSecret(secret), now, oldest: oldestSession(now) })
  if (!row) return null
  const { expires_at, last_seen_at, role_id, tasks, opened_at, proved_at, ...session } = row
  const viewer = {
    tasks: tasksOf({ role_id, tasks }),
    proved_at: proved_at ?? opened_at,
    token: null,
    ...session,
  }
  const seenBefore = viewer.conversation
    ? last_seen_at.getTime()
    : expires_at.getTime() - SESSION_IDLE_MS
  if (now.getTime() - seenBefore > SEEN_EVERY_MS) await markSeen(db, viewer, now)
  return viewer
}

async function markSeen(db: Db, viewer: Viewer, now: Date): Promise<void> {
  // Using a conversation session does not extend it.
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

/** The active sessions of a user, most recently used first. */
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
    // The last use of a conversation session is not stored.
    last_seen_at: conversation
      ? created_at.toISOString()
      : new Date(expires_at.getTime() - SESSION_IDLE_MS).toISOString(),
  }))
}

/** Ends a session of this user. Returns false if the user has no such session. */
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
 * Ends the session with this secret, which has been used to open another one.
 * @returns its account and device; null if the secret is not of a session
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
 * Ends the least recently used sessions of an account above a maximum number; conversation sessions are counted
 * separately. The caller must have locked the account, as {@link createSession} does.
 * @returns the devices of the ended sessions
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

/**
 * Ends all other sessions of a user, and pending second steps. Without a session to keep, it ends the user's access
 * tokens too: these are the cases in which a stranger may have had the account.
 */
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
  if (keptId === null) await deleteAccessTokensOf(db, userId)
}

/** All sessions of all users, and pending second steps. */
export const allSessions = heldSecrets('sessions', {
  table: tokens,
  isOpen: isOpenSession,
  isOne: inArray(tokens.kind, [...SESSIONS, 'half_session']),
})

/** Deletes sessions that expired by age; unused ones expire like all tokens. */
export async function deleteOldSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SESSION_LIFETIME_MS)
  await db.delete(tokens).where(and(eq(tokens.kind, 'session'), lt(tokens.created_at, before)))
}
