import { and, desc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import { items } from '#features/places/items/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { type Asking, prepared } from '#platform/server/db/prepared.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import type { Position } from '#platform/shared/geography.ts'
import { wish_tokens, wishes } from '../tables.ts'
import { isWithin } from './wishes.rules.ts'

export type WishRow = typeof wishes.$inferSelect

export async function isWishable(db: Db, itemId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, itemId), eq(items.active, true), eq(items.sticker, true)))
  return row !== undefined
}

const selectOfUser = prepared(
  'own_wishes',
  (db, { userId, now }: Asking<{ userId: string; now: Date }>) =>
    db
      .select()
      .from(wishes)
      .where(and(eq(wishes.user_id, userId), gt(wishes.expires_at, now)))
      .orderBy(desc(wishes.created_at), wishes.id),
)

export function listWishesOfUser(db: Db, userId: string, now: Date): Promise<WishRow[]> {
  return selectOfUser(db, { userId, now })
}

/** Deletes a wish; false if it is not a wish of that account. */
export async function removeWishOfUser(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(wishes)
    .where(and(eq(wishes.id, id), eq(wishes.user_id, userId)))
    .returning({ id: wishes.id })
  return gone.length > 0
}

export async function createWishToken(
  db: Db,
  wishId: string,
  kind: 'confirm' | 'end',
): Promise<string> {
  const secret = newSecret()
  await db.insert(wish_tokens).values({ token_hash: hashSecret(secret), wish_id: wishId, kind })
  return secret
}

export async function findWishByToken(
  db: Db,
  kind: 'confirm' | 'end',
  secret: string,
  now: Date,
): Promise<WishRow | null> {
  const [row] = await db
    .select({ wish: wishes })
    .from(wish_tokens)
    .innerJoin(wishes, eq(wishes.id, wish_tokens.wish_id))
    .where(
      and(
        eq(wish_tokens.kind, kind),
        eq(wish_tokens.token_hash, hashSecret(secret)),
        gt(wishes.expires_at, now),
      ),
    )
  return row?.wish ?? null
}

/** Deletes a wish, and with it its tokens and matches. */
export async function deleteWish(db: Db, id: string): Promise<void> {
  await db.delete(wishes).where(eq(wishes.id, id))
}

/** Deletes expired wishes: never fulfilled, or never confirmed. */
export async function deleteExpiredWishes(db: Db, now: Date): Promise<void> {
  await db.delete(wishes).where(lt(wishes.expires_at, now))
}

const isOf = (own: { email: string | null }, email: string | null) =>
  email !== null && email.toLowerCase() === own.email?.toLowerCase()

/** The wishes around a spot, without those of the people who manage the letterbox there. */
export async function findWishedAround(
  db: Db,
  spot: Position,
  managers: readonly { id: string; email: string | null }[],
  now: Date,
): Promise<{ item_id: number; who: string; created_at: Date }[]> {
  const rows = await db
    .select()
    .from(wishes)
    .where(
      and(
        isNotNull(wishes.confirmed_at),
        gt(wishes.expires_at, now),
        sql`${wishes.latitude} BETWEEN ${spot.latitude - 0.5} AND ${spot.latitude + 0.5}`,
      ),
    )
  return rows
    .filter((row) => isWithin(row, spot))
    .filter((row) => !managers.some((own) => own.id === row.user_id || isOf(own, row.email)))
    .map(({ item_id, user_id, email, created_at }) => ({
      item_id,
      who: user_id ?? email?.toLowerCase() ?? '',
      created_at,
    }))
}
