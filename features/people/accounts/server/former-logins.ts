import { and, eq, gt, gte, lt } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { former_emails, former_passwords } from '../tables.ts'

/** For how long a changed address can be given back, and the password of before is kept for it. */
export const FORMER_DAYS = 7

const oldestOf = (now: Date) => new Date(now.getTime() - FORMER_DAYS * DAY_MS)

/**
 * Keeps the password that somebody logged in is about to replace, for whoever has to show that the account was theirs. Of several
 * changes within the days it is that of before the first one.
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

/** Whoever reads the mails of the account has chosen another password: nobody proves anything by the one of before. */
export async function forgetFormerPassword(tx: Db, userId: string): Promise<void> {
  await tx.delete(former_passwords).where(eq(former_passwords.user_id, userId))
}

/**
 * Keeps the confirmed address that another one is about to replace.
 * @returns the secret of the link that gives it back; null where there is no password to prove it with
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

/** What the link of a mail to a former address stands for; null for an unknown, used or old one. */
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
 * Uses a former address up, with those that came after it and the password of before.
 * @returns whether it was still there
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

/** Forgets what nobody can give back any more. */
export async function deleteOldFormerLogins(db: Db, now: Date): Promise<void> {
  await db.delete(former_emails).where(lt(former_emails.replaced_at, oldestOf(now)))
  await db.delete(former_passwords).where(lt(former_passwords.replaced_at, oldestOf(now)))
}
