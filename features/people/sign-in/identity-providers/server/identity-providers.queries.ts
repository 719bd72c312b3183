import { and, asc, eq, gt, isNotNull, lt } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { hashSecret } from '#platform/server/identity/secrets.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { SingleTask } from '#platform/shared/tasks.ts'
import { linked_accounts, proved_identities, provider_logins } from '../tables.ts'
import type { Identity } from './claims.rules.ts'
import type { LoginSecrets } from './identity-provider.ts'

/** How long a user may take at the provider. */
const LOGIN_MS = 10 * MINUTE_MS
/** How long an identity without an account is kept: for a login by mail, or for filling in a form. */
const PROVED_MS = HOUR_MS

export type LinkedRow = typeof linked_accounts.$inferSelect
export type ProvedRow = typeof proved_identities.$inferSelect

interface Beginning {
  provider: string
  browser: string
  /** The account to link; null for a login. */
  userId: string | null
  returnPath: string | null
}

export async function storeLogin(
  db: Db,
  { provider, browser, userId, returnPath }: Beginning,
  { state, nonce, codeVerifier }: LoginSecrets,
  now: Date,
): Promise<void> {
  await db.insert(provider_logins).values({
    state_hash: hashSecret(state),
    browser_hash: hashSecret(browser),
    provider,
    user_id: userId,
    nonce,
    code_verifier: codeVerifier,
    return_path: returnPath,
    expires_at: new Date(now.getTime() + LOGIN_MS),
  })
}

/**
 * Redeems a login that this browser began. A single statement, so that exactly one of any parallel
 * attempts gets it. The state of another browser or provider gets nothing, and does not use it up.
 */
export async function takeLogin(
  db: Db,
  { state, browser, provider }: { state: string; browser: string; provider: string },
  now: Date,
): Promise<typeof provider_logins.$inferSelect | null> {
  const [row] = await db
    .delete(provider_logins)
    .where(
      and(
        eq(provider_logins.state_hash, hashSecret(state)),
        eq(provider_logins.browser_hash, hashSecret(browser)),
        eq(provider_logins.provider, provider),
        gt(provider_logins.expires_at, now),
      ),
    )
    .returning()
  return row ?? null
}

/** Stores an identity without an account, and replaces the previous one of this browser. */
export async function storeProved(
  db: Db,
  browser: string,
  identity: Identity,
  returnPath: string | null,
  now: Date,
): Promise<ProvedRow> {
  const waiting = {
    ...identity,
    return_path: returnPath,
    expires_at: new Date(now.getTime() + PROVED_MS),
  }
  const [row] = await db
    .insert(proved_identities)
    .values({ browser_hash: hashSecret(browser), ...waiting })
    .onConflictDoUpdate({ target: proved_identities.browser_hash, set: waiting })
    .returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  return row
}

const isWaiting = (browser: string, now: Date) =>
  and(
    eq(proved_identities.browser_hash, hashSecret(browser)),
    gt(proved_identities.expires_at, now),
  )

export async function findProved(db: Db, browser: string, now: Date): Promise<ProvedRow | null> {
  const [row] = await db.select().from(proved_identities).where(isWaiting(browser, now))
  return row ?? null
}

/** Redeems the identity of a browser in a single statement, like {@link takeLogin}. */
export async function takeProved(db: Db, browser: string, now: Date): Promise<ProvedRow | null> {
  const [row] = await db.delete(proved_identities).where(isWaiting(browser, now)).returning()
  return row ?? null
}

export async function findLinked(
  db: Db,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<LinkedRow | null> {
  const [row] = await db
    .select()
    .from(linked_accounts)
    .where(and(eq(linked_accounts.issuer, issuer), eq(linked_accounts.subject, subject)))
  return row ?? null
}

export function listLinked(db: Db, userId: string): Promise<LinkedRow[]> {
  return db
    .select()
    .from(linked_accounts)
    .where(eq(linked_accounts.user_id, userId))
    .orderBy(asc(linked_accounts.created_at), asc(linked_accounts.id))
}

/** Null if the identity is already linked, or the account has another one of this issuer. */
export async function insertLinked(
  db: Db,
  userId: string,
  { provider, issuer, subject, label }: Pick<Identity, 'provider' | 'issuer' | 'subject' | 'label'>,
  now: Date,
): Promise<LinkedRow | null> {
  const [row] = await db
    .insert(linked_accounts)
    .values({ user_id: userId, provider, issuer, subject, label, created_at: now })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Records a login and the present label of the linked account. Null if it was unlinked meanwhile. */
export async function markUsed(
  db: Db,
  id: string,
  { label, provider }: Pick<Identity, 'label' | 'provider'>,
  offered: EmailOffer | undefined,
  now: Date,
): Promise<LinkedRow | null> {
  const [row] = await db
    .update(linked_accounts)
    .set({ last_used_at: now, label, provider, ...offered })
    .where(eq(linked_accounts.id, id))
    .returning()
  return row ?? null
}

/** An offer as returned by {@link offerOf}. */
export type EmailOffer = Pick<LinkedRow, 'new_email' | 'new_email_verified'>

/** Redeems the offer of an address to a locked account; null if there is none. */
export async function takeOffer(tx: Db, userId: string, id: string): Promise<EmailOffer | null> {
  const [row] = await tx
    .select()
    .from(linked_accounts)
    .where(
      and(
        eq(linked_accounts.id, id),
        eq(linked_accounts.user_id, userId),
        isNotNull(linked_accounts.new_email),
      ),
    )
  if (!row) return null
  await tx
    .update(linked_accounts)
    .set({ new_email: null, new_email_verified: false })
    .where(eq(linked_accounts.id, id))
  return row
}

export async function storeBrought(
  db: Db,
  id: string,
  tasks: readonly SingleTask[],
): Promise<void> {
  await db
    .update(linked_accounts)
    .set({ tasks: [...tasks] })
    .where(eq(linked_accounts.id, id))
}

/** Returns the deleted row; null if the user has no such linked account. */
export async function deleteLinked(db: Db, userId: string, id: string): Promise<LinkedRow | null> {
  const [row] = await db
    .delete(linked_accounts)
    .where(and(eq(linked_accounts.id, id), eq(linked_accounts.user_id, userId)))
    .returning()
  return row ?? null
}

/** @param since null for all */
export function deleteLinkedSince(
  db: Db,
  userId: string,
  since: Date | null,
): Promise<LinkedRow[]> {
  return db
    .delete(linked_accounts)
    .where(
      and(
        eq(linked_accounts.user_id, userId),
        since ? gt(linked_accounts.created_at, since) : undefined,
      ),
    )
    .returning()
}

export async function deleteExpiredLogins(db: Db, now: Date): Promise<void> {
  await db.delete(provider_logins).where(lt(provider_logins.expires_at, now))
  await db.delete(proved_identities).where(lt(proved_identities.expires_at, now))
}
