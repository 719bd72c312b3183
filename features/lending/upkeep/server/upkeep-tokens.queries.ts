import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { upkeep_tokens } from '../tables.ts'

const LINKS_WORK_FOR_MS = 60 * DAY_MS

export async function createUpkeepToken(db: Db, userId: string, now: Date): Promise<string> {
  const secret = newSecret()
  await db.insert(upkeep_tokens).values({
    user_id: userId,
    token_hash: hashSecret(secret),
    created_at: now,
    expires_at: new Date(now.getTime() + LINKS_WORK_FOR_MS),
  })
  return secret
}

const valid = (secret: string, now: Date) =>
  and(eq(upkeep_tokens.token_hash, hashSecret(secret)), gt(upkeep_tokens.expires_at, now))

/** Uses the link up and returns its user. Null if it is unknown, used or expired. */
export async function redeemUpkeepToken(db: Db, secret: string, now: Date): Promise<string | null> {
  const [row] = await db
    .update(upkeep_tokens)
    .set({ used_at: now })
    .where(and(valid(secret, now), isNull(upkeep_tokens.used_at)))
    .returning({ user_id: upkeep_tokens.user_id })
  return row?.user_id ?? null
}

/** The user of a link, used or not. Null if it is unknown or expired. */
export async function findUserOfToken(db: Db, secret: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ user_id: upkeep_tokens.user_id })
    .from(upkeep_tokens)
    .where(valid(secret, now))
  return row?.user_id ?? null
}

export async function deleteExpiredUpkeepTokens(db: Db, now: Date): Promise<void> {
  await db.delete(upkeep_tokens).where(lt(upkeep_tokens.expires_at, now))
}
