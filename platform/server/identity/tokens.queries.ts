import { and, eq, gt, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { Db } from '../db/client.ts'
import { heldSecrets } from '../keys/held-keys.ts'
import { hashSecret, newSecret } from './secrets.ts'
import { type TokenRow, tokens, users } from './tables.ts'

export type TokenKind =
  | 'email_confirmation'
  | 'password_reset'
  | 'email_confirmation_code'
  | 'password_reset_code'
  | 'login'
  | 'login_code'
  | 'conversation_link'
  | 'not_me'
  | 'unsubscribe'
  | 'unsubscribe_requests'
  | 'unsubscribe_membership'
  | 'unsubscribe_reminders'
  | 'unsubscribe_wishes'
  | 'unsubscribe_community'
  | 'unsubscribe_digest'
  | 'unsubscribe_announcements'
  | 'unsubscribe_neighbourhood'

/** How long what is typed from a mail works: until it is read, not for as long as the mail lies about. */
export const CODE_MS = 30 * MINUTE_MS

/** How long the links in mails work, and their codes. */
const TOKEN_LIFETIME_MS = {
  email_confirmation: 7 * DAY_MS,
  password_reset: 3 * HOUR_MS,
  email_confirmation_code: CODE_MS,
  password_reset_code: CODE_MS,
  login: 10 * MINUTE_MS,
  login_code: 10 * MINUTE_MS,
  conversation_link: 7 * DAY_MS,
  not_me: 3 * DAY_MS,
  unsubscribe: 365 * DAY_MS,
  unsubscribe_requests: 365 * DAY_MS,
  unsubscribe_membership: 365 * DAY_MS,
  unsubscribe_reminders: 365 * DAY_MS,
  unsubscribe_wishes: 365 * DAY_MS,
  unsubscribe_community: 365 * DAY_MS,
  unsubscribe_digest: 365 * DAY_MS,
  unsubscribe_announcements: 365 * DAY_MS,
  unsubscribe_neighbourhood: 365 * DAY_MS,
} as const satisfies Record<TokenKind, number>

/** Links that come with a code to type: whatever ends one ends the other. */
export const CODES = {
  email_confirmation: 'email_confirmation_code',
  password_reset: 'password_reset_code',
  login: 'login_code',
} as const satisfies Partial<Record<TokenKind, TokenKind>>
export type CodedKind = keyof typeof CODES

const withCodes = (kinds: readonly TokenKind[]): TokenKind[] =>
  kinds.flatMap((kind) => (kind in CODES ? [kind, CODES[kind as CodedKind]] : [kind]))

/** How long a link logs in that somebody asked for. */
export const LOGIN_LINK_MS = TOKEN_LIFETIME_MS.login
/** The same of one that the staff has sent: whoever asked for help does not sit before their mails. */
export const STAFF_LOGIN_LINK_MS = 30 * MINUTE_MS

/** How long a link confirms the address of somebody who has not asked for it: they need not read their mails this week. */
export const CLAIM_LINK_MS = 56 * DAY_MS

/** For how long somebody can say of a mail that it was not them. */
export const NOT_ME_MS = TOKEN_LIFETIME_MS.not_me

/** All links that open a session: whatever ends the sessions of an account ends these too, with their codes. */
export const SESSION_LINKS = ['login', 'conversation_link'] as const

/** What a secret is for. */
interface NewToken {
  kind: TokenKind
  user: { id: string; email: string | null }
  /** The conversation that a `conversation_link` opens. */
  transactionId?: string | null
  /** How long it works, where that is not the same for all of its kind. */
  lifetimeMs?: number
}

/** Secrets of links that are made one by one, and stored with one question to the database: a mail has two or more. */
export class NewTokens {
  readonly #rows: (typeof tokens.$inferInsert)[] = []
  readonly #now: Date

  constructor(now: Date) {
    this.#now = now
  }

  /** @returns a secret that works once it is stored */
  add(token: NewToken, secret = newSecret()): string {
    const { kind, user, transactionId = null, lifetimeMs = TOKEN_LIFETIME_MS[kind] } = token
    this.#rows.push({
      kind,
      token_hash: hashSecret(secret),
      user_id: user.id,
      email: user.email,
      transaction_id: transactionId,
      created_at: this.#now,
      expires_at: new Date(this.#now.getTime() + lifetimeMs),
    })
    return secret
  }

  /** Stores those that were made since it was last called. */
  async save(db: Db): Promise<void> {
    const rows = this.#rows.splice(0)
    if (rows.length > 0) await db.insert(tokens).values(rows)
  }
}

/**
 * A new secret for one link; earlier ones of the same kind stay valid unless revoked.
 * @param transactionId the conversation that a `conversation_link` opens
 * @param lifetimeMs how long it works, where that is not the same for all of its kind
 */
export async function createToken(
  db: Db,
  kind: TokenKind,
  user: { id: string; email: string | null },
  now: Date,
  transactionId: string | null = null,
  lifetimeMs: number = TOKEN_LIFETIME_MS[kind],
): Promise<string> {
  const made = new NewTokens(now)
  const secret = made.add({ kind, user, transactionId, lifetimeMs })
  await made.save(db)
  return secret
}

/** Keeps a code of a mail in place of earlier ones. */
export async function createCode(
  db: Db,
  kind: CodedKind,
  user: { id: string; email: string | null },
  secret: string,
  now: Date,
  lifetimeMs: number = TOKEN_LIFETIME_MS[CODES[kind]],
): Promise<void> {
  const code = CODES[kind]
  await db.delete(tokens).where(and(eq(tokens.kind, code), eq(tokens.user_id, user.id)))
  const made = new NewTokens(now)
  made.add({ kind: code, user, lifetimeMs }, secret)
  await made.save(db)
}

/** Neither used nor expired. */
const isOpen = (kind: TokenKind, now: Date) =>
  and(eq(tokens.kind, kind), isNull(tokens.used_at), gt(tokens.expires_at, now))

/**
 * Uses a token up. One statement: of any number of parallel tries exactly one gets the row.
 * @returns whose token it was, for which address and conversation; null for an unknown, used or
 * expired one.
 */
export async function redeemToken(
  db: Db,
  kind: TokenKind,
  secret: string,
  now: Date,
): Promise<Pick<TokenRow, 'user_id' | 'email' | 'transaction_id'> | null> {
  const [row] = await db
    .update(tokens)
    .set({ used_at: now })
    .where(and(eq(tokens.token_hash, hashSecret(secret)), isOpen(kind, now)))
    .returning({
      user_id: tokens.user_id,
      email: tokens.email,
      transaction_id: tokens.transaction_id,
    })
  return row ?? null
}

/** Whose token it is, without using it up: what it does may be done again. */
export async function findTokenOwner(
  db: Db,
  kind: TokenKind,
  secret: string,
  now: Date,
): Promise<string | null> {
  return (await findToken(db, [kind], secret, now))?.user_id ?? null
}

/** The same of a link of which only the possible kinds are known. */
export async function findToken<Kind extends TokenKind>(
  db: Db,
  kinds: readonly Kind[],
  secret: string,
  now: Date,
): Promise<{ kind: Kind; user_id: string } | null> {
  const [row] = await db
    .select({ kind: tokens.kind, user_id: tokens.user_id })
    .from(tokens)
    .where(
      and(
        eq(tokens.token_hash, hashSecret(secret)),
        or(...kinds.map((possible) => isOpen(possible, now))),
      ),
    )
  const kind = kinds.find((each) => each === row?.kind)
  return row && kind ? { kind, user_id: row.user_id } : null
}

/** What a link is, or was before it was used or expired, without using it up; null for one that is not known any more. */
export async function lookUpToken<Kind extends TokenKind>(
  db: Db,
  kinds: readonly Kind[],
  secret: string,
  now: Date,
): Promise<{ kind: Kind; user_id: string; email: string | null; isOpen: boolean } | null> {
  const [row] = await db
    .select({
      kind: tokens.kind,
      user_id: tokens.user_id,
      email: tokens.email,
      used_at: tokens.used_at,
      expires_at: tokens.expires_at,
    })
    .from(tokens)
    .where(and(inArray(tokens.kind, kinds), eq(tokens.token_hash, hashSecret(secret))))
  const kind = kinds.find((each) => each === row?.kind)
  if (!row || !kind) return null
  const { user_id, email, used_at, expires_at } = row
  return { kind, user_id, email, isOpen: used_at === null && expires_at > now }
}

/** Whether a link of this kind still works for somebody. */
export async function hasOpenToken(
  db: Db,
  kind: TokenKind,
  userId: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.user_id, userId), isOpen(kind, now)))
    .limit(1)
  return row !== undefined
}

/** With their codes. */
export async function revokeTokens(
  db: Db,
  kinds: TokenKind | readonly TokenKind[],
  userId: string,
): Promise<void> {
  const ended = inArray(tokens.kind, withCodes([kinds].flat()))
  await db.delete(tokens).where(and(ended, eq(tokens.user_id, userId)))
}

/** With their codes. Unlike revoked ones they are still known until they expire, and do nothing any more. */
export async function retireTokens(
  db: Db,
  kind: TokenKind,
  userId: string,
  now: Date,
): Promise<void> {
  await db
    .update(tokens)
    .set({ used_at: now })
    .where(
      and(
        inArray(tokens.kind, withCodes([kind])),
        eq(tokens.user_id, userId),
        isNull(tokens.used_at),
      ),
    )
}

/** Whether the link or the code of a mail did, or would have done, what is done by now: its address is confirmed. */
export async function isAlreadyConfirmed(db: Db, secret: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: tokens.id })
    .from(tokens)
    .innerJoin(users, and(eq(users.id, tokens.user_id), eq(users.email, tokens.email)))
    .where(
      and(
        inArray(tokens.kind, withCodes(['email_confirmation'])),
        eq(tokens.token_hash, hashSecret(secret)),
        isNotNull(users.email_confirmed_at),
        gt(tokens.expires_at, now),
      ),
    )
  return row !== undefined
}

/** Links that do something once. Those by which one unsubscribes go on working for as long as the mail lies about. */
const ONE_TIME_KINDS = withCodes([
  'email_confirmation',
  'password_reset',
  'login',
  'conversation_link',
  'not_me',
])

/** All links and codes of mails that would still do something once. */
export const oneTimeLinks = heldSecrets('links', {
  table: tokens,
  isOpen: (now) =>
    and(inArray(tokens.kind, ONE_TIME_KINDS), isNull(tokens.used_at), gt(tokens.expires_at, now)),
  isOne: inArray(tokens.kind, ONE_TIME_KINDS),
})

/** Forgets what has expired. */
export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.delete(tokens).where(lt(tokens.expires_at, now))
}
