import { and, asc, count, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, prepared } from '#platform/server/db/prepared.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { Passkey } from '../contract.ts'
import { passkey_challenges, passkeys } from '../tables.ts'

export const CHALLENGE_MS = 5 * MINUTE_MS

export type PasskeyRow = typeof passkeys.$inferSelect

export function presentPasskey({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}

export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.user_id, userId))
    .orderBy(asc(passkeys.created_at), asc(passkeys.id))
}

const selectCount = prepared('passkeys.count', (db, { userId }: Asking<{ userId: string }>) =>
  db.select({ total: count() }).from(passkeys).where(eq(passkeys.user_id, userId)),
)

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const [row] = await selectCount(db, { userId })
  return row?.total ?? 0
}

export async function deletePasskeysSince(db: Db, userId: string, since: Date): Promise<void> {
  await db.delete(passkeys).where(and(eq(passkeys.user_id, userId), gt(passkeys.created_at, since)))
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credential_id, credentialId))
  return row ?? null
}

/** Null if the credential already exists, in any account. */
export async function insertPasskey(
  db: Db,
  passkey: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | null> {
  const [row] = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning()
  return row ?? null
}

const own = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.user_id, userId))

/** Null if the user has no such passkey. */
export async function renamePasskey(
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await db.update(passkeys).set({ name }).where(own(userId, id)).returning()
  return row ?? null
}

/** Returns the deleted row; null if the user has no such passkey. */
export async function deletePasskey(
  db: Db,
  userId: string,
  id: string,
): Promise<PasskeyRow | null> {
  const [row] = await db.delete(passkeys).where(own(userId, id)).returning()
  return row ?? null
}

/**
 * Records a signature. Returns false if the counter did not increase: there was another signature
 * meanwhile, in parallel or by a cloned authenticator. An authenticator without a counter always
 * reports 0.
 */
export async function markUsed(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const uncounted = counter === 0 ? eq(passkeys.counter, 0) : undefined
  const rows = await db
    .update(passkeys)
    .set({ counter, last_used_at: now })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), uncounted)))
    .returning({ id: passkeys.id })
  return rows.length > 0
}

/** `userId` is null for a login challenge. */
export async function storeChallenge(
  db: Db,
  challenge: string,
  userId: string | null,
  now: Date,
): Promise<void> {
  await db.insert(passkey_challenges).values({
    challenge,
    user_id: userId,
    expires_at: new Date(now.getTime() + CHALLENGE_MS),
  })
}

/** Redeems a challenge in a single statement: exactly one of any parallel attempts gets true. */
export async function redeemChallenge(
  db: Db,
  challenge: string,
  userId: string | null,
  now: Date,
): Promise<boolean> {
  const { user_id } = passkey_challenges
  const rows = await db
    .delete(passkey_challenges)
    .where(
      and(
        eq(passkey_challenges.challenge, challenge),
        userId === null ? isNull(user_id) : eq(user_id, userId),
        gt(passkey_challenges.expires_at, now),
      ),
    )
    .returning({ challenge: passkey_challenges.challenge })
  return rows.length > 0
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(passkey_challenges).where(lt(passkey_challenges.expires_at, now))
}
