import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'

/**
 * Confirms the address that a link was mailed to, unless the account has another one by now. A new
 * address that was waiting for its confirmation is dropped: whoever asked for it may not own the account.
 */
export async function confirmEmail(
  db: Db,
  userId: string,
  email: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ email_confirmed_at: now, new_email: null })
    .where(and(eq(users.id, userId), sql`${users.email} = ${email}`))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Sets the first password. False when there is one already. */
export async function setFirstPassword(
  db: Db,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ password_hash: passwordHash })
    .where(and(eq(users.id, userId), isNull(users.password_hash)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Puts a hash of the same password in the place of an old one; nothing where the password was changed meanwhile. */
export async function replaceOutdatedHash(
  db: Db,
  userId: string,
  { old, anew }: { old: string; anew: string },
): Promise<void> {
  await db
    .update(users)
    .set({ password_hash: anew })
    .where(and(eq(users.id, userId), eq(users.password_hash, old)))
}

/** Another password; with `confirmedAt` the address is confirmed as well. */
export async function replacePassword(
  db: Db,
  userId: string,
  { passwordHash, confirmedAt }: { passwordHash: string; confirmedAt?: Date },
): Promise<void> {
  await db
    .update(users)
    .set({
      password_hash: passwordHash,
      // Undefined leaves the column as it is.
      email_confirmed_at: confirmedAt
        ? sql`coalesce(${users.email_confirmed_at}, ${confirmedAt.toISOString()}::timestamptz)`
        : undefined,
    })
    .where(eq(users.id, userId))
}

/** Nobody logs in by a password until another one is chosen. */
export async function forgetPassword(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ password_hash: null }).where(eq(users.id, userId))
}

/** An address that the account had before is its own again. Rejects when another account has it by now. */
export async function giveEmailBack(
  db: Db,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  await db
    .update(users)
    .set({ email, new_email: null, email_confirmed_at: now })
    .where(eq(users.id, userId))
}

/** Gives a new address up before it was confirmed. */
export async function forgetNewEmail(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ new_email: null }).where(eq(users.id, userId))
}
