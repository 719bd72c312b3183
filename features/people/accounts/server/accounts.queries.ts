import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { IMPORTED_SCHEME } from '#platform/server/identity/imported-scheme.ts'
import { users } from '#platform/server/identity/tables.ts'

/**
 * Confirms the address that a link was mailed to, unless the account has another address by now.
 * Drops a new address that is still unconfirmed, because the person who asked for it may not own
 * the account.
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

/** Sets the first password. Returns false if the account already has one. */
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

/**
 * Replaces an outdated hash by a new one of the same password, unless the password has changed
 * meanwhile.
 */
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

/** Schemes of the hashes that came with a site that was moved in, as long as there are any. */
export async function listImportedSchemes(db: Db): Promise<string[]> {
  const scheme = sql<string>`substring(${users.password_hash} from ${sql.raw(`'${IMPORTED_SCHEME}'`)})`
  const rows = await db
    .selectDistinct({ scheme })
    .from(users)
    .where(sql`${users.password_hash} LIKE '$imported$%'`)
  return rows.map((row) => row.scheme)
}

/** Replaces the password. `confirmedAt` also confirms the address. */
export async function replacePassword(
  db: Db,
  userId: string,
  { passwordHash, confirmedAt }: { passwordHash: string; confirmedAt?: Date },
): Promise<void> {
  await db
    .update(users)
    .set({
      password_hash: passwordHash,
      // Undefined keeps the column unchanged.
      email_confirmed_at: confirmedAt
        ? sql`coalesce(${users.email_confirmed_at}, ${confirmedAt.toISOString()}::timestamptz)`
        : undefined,
    })
    .where(eq(users.id, userId))
}

/** Disables login by password until a new one is chosen. */
export async function forgetPassword(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ password_hash: null }).where(eq(users.id, userId))
}

/** Restores a former address of the account. Rejects if another account has it by now. */
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

/** Drops a new address that has not been confirmed. */
export async function forgetNewEmail(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ new_email: null }).where(eq(users.id, userId))
}
