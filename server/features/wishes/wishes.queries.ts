import type { Position } from '@letterlend/contract/geography.ts'
import type { LinkedWish, Wish } from '@letterlend/contract/wishes.ts'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { items, letterboxes, users, wish_matches, wish_tokens, wishes } from '../../db/schema.ts'
import { hashSecret, newSecret } from '../../identity/secrets.ts'
import { isWithin, UNCONFIRMED_LIFETIME_MS, WISH_LIFETIME_MS } from './wishes.rules.ts'

export type WishRow = typeof wishes.$inferSelect

export interface NewWish extends Position {
  item_id: number
  radius: number
  place: string | null
  lang: 'de' | 'en' | 'fr'
}

export function presentLinkedWish(row: WishRow): LinkedWish {
  return {
    item_id: row.item_id,
    latitude: row.latitude,
    longitude: row.longitude,
    // The column holds what the contract let in.
    radius: row.radius as LinkedWish['radius'],
    place: row.place,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

export function presentWish(row: WishRow): Wish {
  return { id: row.id, ...presentLinkedWish(row) }
}

export async function isWishable(db: Db, itemId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, itemId), eq(items.active, true), eq(items.sticker, true)))
  return row !== undefined
}

/** One wish an account and item: wishing again moves it. The account is locked until `tx` ends. */
export async function saveWishOfUser(
  tx: Db,
  userId: string,
  wish: NewWish,
  { now, max }: { now: Date; max: number },
): Promise<WishRow | 'too_many'> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const others = await tx
    .select({ id: wishes.id })
    .from(wishes)
    .where(and(eq(wishes.user_id, userId), ne(wishes.item_id, wish.item_id)))
  if (others.length >= max) return 'too_many'
  const until = new Date(now.getTime() + WISH_LIFETIME_MS)
  // In place, so that the links in its mails go on working.
  const [again] = await tx
    .update(wishes)
    .set({ ...wish, expires_at: until })
    .where(and(eq(wishes.user_id, userId), eq(wishes.item_id, wish.item_id)))
    .returning()
  if (again) return again
  return insertWish(tx, {
    ...wish,
    user_id: userId,
    confirmed_at: now,
    created_at: now,
    expires_at: until,
  })
}

/** A wish that nobody acts on before its address was confirmed. */
export function insertUnconfirmedWish(
  db: Db,
  email: string,
  wish: NewWish,
  now: Date,
): Promise<WishRow> {
  return insertWish(db, {
    ...wish,
    email,
    created_at: now,
    expires_at: new Date(now.getTime() + UNCONFIRMED_LIFETIME_MS),
  })
}

async function insertWish(db: Db, values: typeof wishes.$inferInsert): Promise<WishRow> {
  const [row] = await db.insert(wishes).values(values).returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  return row
}

/**
 * Confirms a visitor's wish. Where the address wished for the same item before, that wish takes over
 * the new spot and the link, so that the links in its mails go on working. All wishes of the address
 * are locked in one order: parallel confirmations pass one after the other, and those that come
 * later find theirs `gone`, taken over by the first.
 */
export async function confirmWish(
  tx: Db,
  wish: WishRow,
  { now, max }: { now: Date; max: number },
): Promise<WishRow | 'too_many' | 'gone'> {
  const all = await tx
    .select()
    .from(wishes)
    .where(sql`lower(${wishes.email}) = ${wish.email?.toLowerCase() ?? ''}`)
    .orderBy(wishes.id)
    .for('update')
  const current = all.find(({ id }) => id === wish.id)
  if (!current) return 'gone'
  if (current.confirmed_at) return current
  const confirmed = all.filter(({ confirmed_at }) => confirmed_at !== null)
  const earlier = confirmed.find(({ item_id }) => item_id === wish.item_id)
  if (!earlier && confirmed.length >= max) return 'too_many'
  const { latitude, longitude, radius, place, lang } = current
  if (earlier) {
    await tx
      .update(wish_tokens)
      .set({ wish_id: earlier.id })
      .where(eq(wish_tokens.wish_id, current.id))
    await deleteWish(tx, current.id)
  }
  const [row] = await tx
    .update(wishes)
    .set({
      ...{ latitude, longitude, radius, place, lang },
      confirmed_at: earlier?.confirmed_at ?? now,
      expires_at: new Date(now.getTime() + WISH_LIFETIME_MS),
    })
    .where(eq(wishes.id, earlier?.id ?? current.id))
    .returning()
  return row ?? 'gone'
}

/** Letterboxes that were there already when the wish came to life: nobody is told of those. */
export async function rememberKnown(
  db: Db,
  wishId: string,
  letterboxIds: readonly string[],
  now: Date,
): Promise<void> {
  if (letterboxIds.length === 0) return
  const still = await db
    .select({ id: letterboxes.id })
    .from(letterboxes)
    .where(inArray(letterboxes.id, [...letterboxIds]))
    .for('key share')
  if (still.length === 0) return
  await db
    .insert(wish_matches)
    .values(still.map(({ id }) => ({ wish_id: wishId, letterbox_id: id, mailed_at: now })))
    .onConflictDoNothing()
}

export function listWishesOfUser(db: Db, userId: string, now: Date): Promise<WishRow[]> {
  return db
    .select()
    .from(wishes)
    .where(and(eq(wishes.user_id, userId), gt(wishes.expires_at, now)))
    .orderBy(desc(wishes.created_at), wishes.id)
}

/** False when it is not a wish of that account. */
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

/** Its tokens and what it knew of go with it. */
export async function deleteWish(db: Db, id: string): Promise<void> {
  await db.delete(wishes).where(eq(wishes.id, id))
}

/** Forgets what has expired: fulfilled by nobody, or never confirmed. */
export async function deleteExpiredWishes(db: Db, now: Date): Promise<void> {
  await db.delete(wishes).where(lt(wishes.expires_at, now))
}

const isOf = (own: { email: string | null }, email: string | null) =>
  email !== null && email.toLowerCase() === own.email?.toLowerCase()

/** Who wishes for what around a spot, without the wishes of those who manage the letterbox there. */
export async function findWishedAround(
  db: Db,
  spot: Position,
  managers: readonly { id: string; email: string | null }[],
  now: Date,
): Promise<{ item_id: number; who: string }[]> {
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
    .map((row) => ({ item_id: row.item_id, who: row.user_id ?? row.email?.toLowerCase() ?? '' }))
}

/** A pending match that turned out to be none, so that it may become one again. */
export async function forgetMatches(
  db: Db,
  wishId: string,
  letterboxIds: readonly string[],
): Promise<void> {
  if (letterboxIds.length === 0) return
  await db
    .delete(wish_matches)
    .where(
      and(eq(wish_matches.wish_id, wishId), inArray(wish_matches.letterbox_id, [...letterboxIds])),
    )
}

/** Letterboxes that a wish is still to be told of. */
export async function findPendingMatches(db: Db, wishId: string): Promise<string[]> {
  const rows = await db
    .select({ id: wish_matches.letterbox_id })
    .from(wish_matches)
    .where(and(eq(wish_matches.wish_id, wishId), isNull(wish_matches.mailed_at)))
  return rows.map(({ id }) => id)
}
