import { and, eq, gt, gte, lt } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { former_emails, former_passwords } from '../tables.ts'

/** How long a changed address can be restored, and the former password is kept for that. */
export const FORMER_DAYS = 7

const oldestOf = (now: Date) => new Date(now.getTime() - FORMER_DAYS * DAY_MS)

/**
 * Keeps the password that a logged-in user is about to replace, so that the owner can later prove
 * who they are with it. After several changes within these days, this is the password before the
 * first change.
 */
export async function keepFormerPassword(
  tx: Db,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
  now: Date,
): Promise<void> {
  if (password_hash === null) return
  const kept = { password_hash, replaced_at: now }
  await tx
    .insert(former_passwords)
    .values({ user_id: id, ...kept })
    .onConflictDoUpdate({
      target: former_passwords.user_id,
      set: kept,
      setWhere: lt(former_passwords.replaced_at, oldestOf(now)),
    })
}

/**
 * Forgets the former password, because the person who reads the account's mails has chosen a new
 * one.
 */
export async function forgetFormerPassword(tx: Db, userId: string): Promise<void> {
  await tx.delete(former_passwords).where(eq(former_passwords.user_id, userId))
}

/**
 * Keeps the confirmed address that is about to be replaced.
 * @returns the secret of the link that restores it; null if there is no password to prove ownership
 */
export async function keepFormerEmail(
  tx: Db,
  user: Pick<UserRow, 'id' | 'email' | 'password_hash'>,
  now: Date,
): Promise<string | null> {
  const [former] = await tx
    .select({ password_hash: former_passwords.password_hash })
    .from(former_passwords)
    .where(
      and(eq(former_passwords.user_id, user.id), gte(former_passwords.replaced_at, oldestOf(now))),
    )
  const password_hash = former?.password_hash ?? user.password_hash
  if (user.email === null || password_hash === null) return null
  const secret = newSecret()
  await tx.insert(former_emails).values({
    user_id: user.id,
    email: user.email,
    token_hash: hashSecret(secret),
    password_hash,
    replaced_at: now,
  })
  return secret
}

/** Finds the former address for the secret of a mailed link; null if unknown, used or expired. */
export async function findFormerEmail(db: Db, secret: string, now: Date) {
  const [former] = await db
    .select()
    .from(former_emails)
    .where(
      and(
        eq(former_emails.token_hash, hashSecret(secret)),
        gt(former_emails.replaced_at, oldestOf(now)),
      ),
    )
  return former ?? null
}

/**
 * Consumes a former address, together with later ones and the former password.
 * @returns whether it still existed
 */
export async function takeFormerEmail(
  tx: Db,
  former: { id: string; user_id: string; replaced_at: Date },
): Promise<boolean> {
  const taken = await tx
    .delete(former_emails)
    .where(
      and(
        eq(former_emails.user_id, former.user_id),
        gte(former_emails.replaced_at, former.replaced_at),
      ),
    )
    .returning({ id: former_emails.id })
  await forgetFormerPassword(tx, former.user_id)
  return taken.some(({ id }) => id === former.id)
}

/** Deletes former addresses and passwords that can no longer be restored. */
export async function deleteOldFormerLogins(db: Db, now: Date): Promise<void> {
  await db.delete(former_emails).where(lt(former_emails.replaced_at, oldestOf(now)))
  await db.delete(former_passwords).where(lt(former_passwords.replaced_at, oldestOf(now)))
}
