import { and, count, desc, eq, gt, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { FOREIGN_LANGUAGE } from '#platform/shared/languages.ts'
import { type SingleTask, tasksOf } from '#platform/shared/tasks.ts'
import { ACCESS_TOKEN_PREFIX, type TokenOwner } from '#platform/shared/tokens-taken.ts'
import type { Db } from '../db/client.ts'
import { heldSecrets } from '../keys/held-keys.ts'
import { type AttemptLimit, limitAttempts } from './attempts.queries.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { Viewer } from './sessions.queries.ts'
import { type AccessTokenRow, access_tokens, users } from './tables.ts'

/** Calls with one access token, from all networks together. */
const CALLS_OF_TOKEN: AttemptLimit = { max: 600, windowMs: MINUTE_MS }
/** The last use is written at most this often, so that reads do not become writes. */
const USED_EVERY_MS = MINUTE_MS
/** How long an expired token stays in its owner's list, as an explanation why a program fails. */
const KEPT_EXPIRED_MS = 30 * DAY_MS
/** A program proves nothing: older than any proof that counts as fresh. */
const NEVER_PROVED = new Date(0)

/** The access token of a call. */
export interface CallingToken {
  id: string
  owner: TokenOwner
  writes: boolean
}

const isOpenToken = (now: Date) =>
  and(isNull(access_tokens.revoked_at), gt(access_tokens.expires_at, now))

interface NewAccessToken {
  /** Null for a token of the community. */
  userId: string | null
  name: string
  writes: boolean
  tasks: SingleTask[]
  strong: boolean
  expiresAt: Date
}

/** Stores a token, and returns it with its secret, which is not stored. */
export async function createAccessToken(
  db: Db,
  { userId, name, writes, tasks, strong, expiresAt }: NewAccessToken,
  now: Date,
): Promise<{ row: AccessTokenRow; secret: string }> {
  const secret = ACCESS_TOKEN_PREFIX + newSecret()
  const [row] = await db
    .insert(access_tokens)
    .values({
      user_id: userId,
      name,
      token_hash: hashSecret(secret),
      writes,
      tasks,
      strong,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  return { row, secret }
}

const ownedBy = (userId: string | null): SQL | undefined =>
  userId === null ? isNull(access_tokens.user_id) : eq(access_tokens.user_id, userId)

/** The tokens of a person or of the community (null) that were not revoked, newest first; also those expired lately. */
export function listAccessTokens(db: Db, userId: string | null, now: Date) {
  const since = new Date(now.getTime() - KEPT_EXPIRED_MS)
  return db
    .select()
    .from(access_tokens)
    .where(
      and(ownedBy(userId), isNull(access_tokens.revoked_at), gt(access_tokens.expires_at, since)),
    )
    .orderBy(desc(access_tokens.created_at), access_tokens.id)
}

export async function countAccessTokens(db: Db, userId: string | null, now: Date): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(access_tokens)
    .where(and(ownedBy(userId), isOpenToken(now)))
  return row?.total ?? 0
}

/** Ends a token of this person or of the community (null). Returns null if there is no such token. */
export async function revokeAccessToken(
  db: Db,
  userId: string | null,
  id: string,
  now: Date,
): Promise<AccessTokenRow | null> {
  const own = and(eq(access_tokens.id, id), ownedBy(userId))
  const [row] =
    userId === null
      ? await db
          .update(access_tokens)
          .set({ revoked_at: now })
          .where(and(own, isNull(access_tokens.revoked_at)))
          .returning()
      : await db.delete(access_tokens).where(own).returning()
  return row ?? null
}

/** Deletes all tokens of a person. */
export async function deleteAccessTokensOf(db: Db, userId: string): Promise<void> {
  await db.delete(access_tokens).where(eq(access_tokens.user_id, userId))
}

/** The second factor behind a person's tokens was removed or replaced. */
export async function weakenAccessTokens(db: Db, userId: string): Promise<void> {
  await db.update(access_tokens).set({ strong: false }).where(eq(access_tokens.user_id, userId))
}

/** The community's stay: the audit log shows their names. */
export async function deleteExpiredAccessTokens(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_EXPIRED_MS)
  await db
    .delete(access_tokens)
    .where(and(isNotNull(access_tokens.user_id), lt(access_tokens.expires_at, before)))
}

/** All access tokens of all people and of the community. */
export const allAccessTokens = heldSecrets('access-tokens', {
  table: access_tokens,
  isOpen: isOpenToken,
})

export const isAccessToken = (secret: string): boolean => secret.startsWith(ACCESS_TOKEN_PREFIX)

/** Fields of a viewer that are the same for every token: it has no session, and proves nothing. */
const asToken = ({ id, user_id, writes }: AccessTokenRow) => {
  const owner: TokenOwner = user_id === null ? 'community' : 'person'
  return {
    session_id: id,
    conversation: null,
    proved_at: NEVER_PROVED,
    token: { id, owner, writes },
  }
}

/**
 * The caller of a token; null if it is unknown, revoked or expired, or its account is suspended. A person's token has
 * those of its tasks that the person has now. The caller of a community's token is no account: its `id` is the token's.
 * Throws `rate_limited`.
 */
export async function findTokenViewer(db: Db, secret: string, now: Date): Promise<Viewer | null> {
  const [found] = await db
    .select({ row: access_tokens, user: users, member_of: household_members.letterbox_id })
    .from(access_tokens)
    .leftJoin(users, eq(users.id, access_tokens.user_id))
    .leftJoin(household_members, eq(household_members.user_id, users.id))
    .where(
      and(
        eq(access_tokens.token_hash, hashSecret(secret)),
        isOpenToken(now),
        or(isNull(access_tokens.user_id), isNull(users.suspended_at)),
      ),
    )
  if (!found) return null
  const { row, user, member_of } = found
  await limitAttempts(db, ['access_token', row.id], CALLS_OF_TOKEN, now)
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > USED_EVERY_MS)
    await db.update(access_tokens).set({ last_used_at: now }).where(eq(access_tokens.id, row.id))
  if (!user) {
    return {
      ...asToken(row),
      id: row.id,
      tasks: row.tasks,
      area: null,
      staff_since: null,
      strong: true,
      second_factor: false,
      member_of: null,
      email_confirmed: true,
      waiting: false,
      enable_messaging: false,
      lang: FOREIGN_LANGUAGE,
    }
  }
  const tasks: readonly string[] = row.tasks
  return {
    ...asToken(row),
    id: user.id,
    tasks: tasksOf(user).filter((task) => tasks.includes(task)),
    area: user.area,
    staff_since: user.staff_since,
    strong: row.strong,
    second_factor: user.second_factor_since !== null,
    member_of,
    email_confirmed: user.email_confirmed_at !== null,
    waiting: user.waiting_since !== null,
    enable_messaging: user.enable_messaging,
    lang: user.lang,
  }
}

/** The account of the caller; null for a token of the community. */
export const accountOf = ({ id, token }: Viewer): string | null =>
  token?.owner === 'community' ? null : id
