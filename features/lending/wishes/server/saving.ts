import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Position } from '#platform/shared/geography.ts'
import type { Language } from '#platform/shared/languages.ts'
import { wish_tokens, wishes } from '../tables.ts'
import { deleteWish, type WishRow } from './wishes.queries.ts'
import { UNCONFIRMED_LIFETIME_MS, WISH_LIFETIME_MS } from './wishes.rules.ts'

export interface NewWish extends Position {
  item_id: number
  radius: number
  place: string | null
  lang: Language
}

/** One wish per account and item: wishing again moves it. The account is locked until `tx` ends. */
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
  // Updated in place, so that the links in its mails keep working.
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

/** A wish that stays inactive until its address is confirmed. */
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
 * Confirms a visitor's wish. If the address wished for the same item before, that wish takes over the new spot
 * and the link, so that the links in its mails keep working. All wishes of the address are locked in one order:
 * parallel confirmations run one after the other, and later ones find theirs `gone`, taken over by the first.
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
      latitude,
      longitude,
      radius,
      place,
      lang,
      confirmed_at: earlier?.confirmed_at ?? now,
      expires_at: new Date(now.getTime() + WISH_LIFETIME_MS),
    })
    .where(eq(wishes.id, earlier?.id ?? current.id))
    .returning()
  return row ?? 'gone'
}
