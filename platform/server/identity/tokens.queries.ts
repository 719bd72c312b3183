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

/** How long a typed code from a mail is valid: long enough to read the mail, far shorter than its link. */
export const CODE_MS = 30 * MINUTE_MS

/** How long links in mails, and their codes, are valid. */
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

/** Links that come with a code: revoking one also revokes the other. */
export const CODES = {
  email_confirmation: 'email_confirmation_code',
  password_reset: 'password_reset_code',
  login: 'login_code',
} as const satisfies Partial<Record<TokenKind, TokenKind>>
export type CodedKind = keyof typeof CODES

const withCodes = (kinds: readonly TokenKind[]): TokenKind[] =>
  kinds.flatMap((kind) => (kind in CODES ? [kind, CODES[kind as CodedKind]] : [kind]))

/** Validity of a login link that its user requested. */
export const LOGIN_LINK_MS = TOKEN_LIFETIME_MS.login
/** Validity of a login link that the staff sent; its receiver may not be reading mails at that moment. */
export const STAFF_LOGIN_LINK_MS = 30 * MINUTE_MS

/** Validity of a confirmation link that the receiver did not request: they may not read their mails this week. */
export const CLAIM_LINK_MS = 56 * DAY_MS

/** How long the receiver of a mail can say that they did not request it. */
export const NOT_ME_MS = TOKEN_LIFETIME_MS.not_me

/** All links that open a session: ending an account's sessions also revokes these and their codes. */
export const SESSION_LINKS = ['login', 'conversation_link'] as const

/** The purpose of a secret, and its account. */
interface NewToken {
  kind: TokenKind
  user: { id: string; email: string | null }
  /** For a `conversation_link`: the conversation that it opens. */
  transactionId?: string | null
  /** Validity, if not the default of its kind. */
  lifetimeMs?: number
}

/** Collects secrets of links and stores them in one query: a mail has two or more. */
export class NewTokens {
  readonly #rows: (typeof tokens.$inferInsert)[] = []
  readonly #now: Date

  constructor(now: Date) {
    this.#now = now
  }

  /** @returns a secret that is valid once it is saved */
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

  /** Stores the secrets added since the last call. */
  async save(db: Db): Promise<void> {
    const rows = this.#rows.splice(0)
    if (rows.length > 0) await db.insert(tokens).values(rows)
  }
}

/**
 * Creates a secret for one link; earlier ones of the same kind stay valid unless revoked.
 * @param transactionId the conversation that a `conversation_link` opens
 * @param lifetimeMs its validity, if not the default of its kind
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

/** Stores a mail's code and replaces earlier ones. */
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
 * Redeems a token. One statement: of several parallel attempts exactly one gets the row.
 * @returns the token's account, address and conversation; null if it is unknown, used or expired
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

/** The account of a token without redeeming it, for actions that can be repeated. */
export async function findTokenOwner(
  db: Db,
  kind: TokenKind,
  secret: string,
  now: Date,
): Promise<string | null> {
  return (await findToken(db, [kind], secret, now))?.user_id ?? null
}

/** The same for a link that may be of several kinds. */
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

/** Looks up a link without redeeming it, even if it is used or expired; null if it is not stored any more. */
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

/** Whether a user has a valid link of this kind. */
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

/** Revokes tokens and their codes. */
export async function revokeTokens(
  db: Db,
  kinds: TokenKind | readonly TokenKind[],
  userId: string,
): Promise<void> {
  const ended = inArray(tokens.kind, withCodes([kinds].flat()))
  await db.delete(tokens).where(and(ended, eq(tokens.user_id, userId)))
}

/**
 * Retires tokens and their codes. Unlike revoked ones they can still be looked up until they expire, but do nothing.
 */
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

/** Whether the address that a mail's link or code would confirm is already confirmed. */
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

/** Links that can be used once. Unsubscribe links are not among them: they stay valid as long as the mail exists. */
const ONE_TIME_KINDS = withCodes([
  'email_confirmation',
  'password_reset',
  'login',
  'conversation_link',
  'not_me',
])

/** All unused one-time links and codes. */
export const oneTimeLinks = heldSecrets('links', {
  table: tokens,
  isOpen: (now) =>
    and(inArray(tokens.kind, ONE_TIME_KINDS), isNull(tokens.used_at), gt(tokens.expires_at, now)),
  isOne: inArray(tokens.kind, ONE_TIME_KINDS),
})

export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.delete(tokens).where(lt(tokens.expires_at, now))
}
