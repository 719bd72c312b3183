import { and, count, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { second_factor_codes, second_factors } from '../tables.ts'

/** How long a secret waits for the first code of its app. */
const PENDING_MS = HOUR_MS

/** Stores the secret of a new app, and replaces an unconfirmed one. */
export async function storePending(
  db: Db,
  userId: string,
  secret: string,
  now: Date,
): Promise<void> {
  const pending = { pending_secret: secret, pending_at: now }
  await db
    .insert(second_factors)
    .values({ user_id: userId, ...pending, created_at: now })
    .onConflictDoUpdate({ target: second_factors.user_id, set: pending })
}

export async function findPending(db: Db, userId: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ secret: second_factors.pending_secret })
    .from(second_factors)
    .where(
      and(
        eq(second_factors.user_id, userId),
        gt(second_factors.pending_at, new Date(now.getTime() - PENDING_MS)),
      ),
    )
  return row?.secret ?? null
}

/** Makes the pending secret the current one, after its first code was right. */
export async function switchOn(
  db: Db,
  userId: string,
  { secret, step, now }: { secret: string; step: number; now: Date },
): Promise<void> {
  await db
    .update(second_factors)
    .set({ secret, pending_secret: null, pending_at: null, last_step: step })
    .where(eq(second_factors.user_id, userId))
  await db.update(users).set({ second_factor_since: now }).where(eq(users.id, userId))
}

export async function switchOff(db: Db, userId: string): Promise<void> {
  await db.delete(second_factors).where(eq(second_factors.user_id, userId))
  await db.delete(second_factor_codes).where(eq(second_factor_codes.user_id, userId))
  await db.update(users).set({ second_factor_since: null }).where(eq(users.id, userId))
}

export async function findSecret(db: Db, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ secret: second_factors.secret })
    .from(second_factors)
    .where(eq(second_factors.user_id, userId))
  return row?.secret ?? null
}

/**
 * Records that the code of a step was used. A single statement, so that exactly one of any parallel
 * attempts with the same code gets true.
 */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(second_factors)
    .set({ last_step: step })
    .where(and(eq(second_factors.user_id, userId), lt(second_factors.last_step, step)))
    .returning({ user_id: second_factors.user_id })
  return rows.length > 0
}

/** Replaces the recovery codes, storing only hashes. */
export async function replaceCodes(db: Db, userId: string, hashes: string[]): Promise<void> {
  await db.delete(second_factor_codes).where(eq(second_factor_codes.user_id, userId))
  await db
    .insert(second_factor_codes)
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
}

/**
 * Redeems a recovery code in a single statement, like {@link takeStep}.
 * @param hashes in which the code may be stored
 */
export async function takeCode(db: Db, userId: string, hashes: string[]): Promise<boolean> {
  const rows = await db
    .delete(second_factor_codes)
    .where(
      and(eq(second_factor_codes.user_id, userId), inArray(second_factor_codes.code_hash, hashes)),
    )
    .returning({ id: second_factor_codes.id })
  return rows.length > 0
}

export async function countCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(second_factor_codes)
    .where(eq(second_factor_codes.user_id, userId))
  return row?.total ?? 0
}

/** Restarts a staff member's grace period for setting up a second factor. */
export async function restartGrace(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ staff_since: now })
    .where(and(eq(users.id, userId), gt(users.staff_since, new Date(0))))
}

/** Deletes secrets that were never confirmed by a code. */
export async function deleteUnconfirmed(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS)
  await db
    .delete(second_factors)
    .where(and(isNull(second_factors.secret), lt(second_factors.pending_at, before)))
}
