import { and, asc, count, eq, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { waits } from '#features/lending/waits/tables.ts'
import { items } from '#features/places/items/tables.ts'
import { importedAt, isUnclaimed } from '#features/places/letterboxes/importing/server/door.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { noteClaimMail } from '#features/places/letterboxes/reach/server/door.ts'
import { letterbox_items, letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'

/** Whether the owner can be mailed the link that hands the letterbox over; each owner is mailed once. */
const canBeMailed = and(
  isUnclaimed,
  isNotNull(users.email),
  isNull(users.suspended_at),
  isNull(letterboxes.claim_mailed_at),
) as SQL

/** How many letterboxes that meet a condition have an owner who can be mailed. */
export async function countClaimable(db: Db, which: SQL): Promise<number> {
  const [row] = await db
    .select({ letterboxes: count() })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(canBeMailed, which))
  return row?.letterboxes ?? 0
}

/** A condition on users: owners of letterboxes that meet `which` and who can be mailed. */
export const ownersToMail = (which: SQL): SQL =>
  sql`EXISTS (SELECT FROM ${letterboxes}
    WHERE ${letterboxes.user_id} = ${users.id} AND ${canBeMailed} AND ${which})`

/**
 * Some letterboxes that a member wants to ask for something, while nobody there can be told and the owner was not mailed
 * yet.
 */
export const findAskedInVain = (db: Db, most: number): Promise<{ id: string; user_id: string }[]> =>
  db
    .selectDistinct({ id: letterboxes.id, user_id: letterboxes.user_id })
    .from(waits)
    .innerJoin(letterboxes, eq(letterboxes.id, waits.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(canBeMailed, isOnMap))
    .limit(most)

export interface ClaimedLetterbox {
  id: string
  address: string
  postcode: string
  city: string
}

/** Records that an owner is mailed and returns the letterbox; null if the mail is no longer needed. */
export async function markAsMailed(
  tx: Db,
  userId: string,
  now: Date,
): Promise<ClaimedLetterbox | null> {
  const { id, address, postcode, city } = letterboxes
  const [found] = await tx
    .select({ id, address, postcode, city })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(eq(users.id, userId), canBeMailed))
    .for('update', { of: letterboxes })
  if (!found) return null
  await noteClaimMail(tx, found.id, now)
  return found
}

/** The names of the items that a letterbox lends. */
export async function namesOfStickers(
  db: Db,
  letterboxId: string,
  lang: Language,
): Promise<string[]> {
  const rows = await db
    .select({ item: items })
    .from(letterbox_items)
    .innerJoin(items, eq(items.id, letterbox_items.item_id))
    .where(eq(letterbox_items.letterbox_id, letterboxId))
    .orderBy(asc(items.id))
  return rows.map(({ item }) => item[`name_${storedLanguage(lang)}`])
}

/** Letterboxes whose owners did not claim them in time; their accounts stay locked. */
export async function lockOverdue(
  tx: Db,
  { before, atMost }: { before: Date; atMost: number },
): Promise<{ id: string; user_id: string; was_mailed: boolean }[]> {
  const isOverdue = or(
    lte(letterboxes.claim_mailed_at, before),
    // An owner without an e-mail address cannot be mailed: count from the import.
    and(isNull(users.email), lte(importedAt, before)),
  )
  return tx
    .select({
      id: letterboxes.id,
      user_id: users.id,
      was_mailed: sql<boolean>`${letterboxes.claim_mailed_at} IS NOT NULL`,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(
      and(isUnclaimed, isNull(letterboxes.unclaimed_since), eq(users.show_on_map, true), isOverdue),
    )
    .limit(atMost)
    .for('update', { of: users, skipLocked: true })
}

/** Owners who have used their account since their letterbox was marked as unclaimed. */
export async function findClaimedSince(db: Db): Promise<string[]> {
  const rows = await db
    .select({ user_id: users.id })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(isNotNull(letterboxes.unclaimed_since), not(isUnclaimed)))
  return rows.map(({ user_id }) => user_id)
}
