import { and, asc, count, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import { staffName } from '#platform/server/db/staff-name.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { letter_batches, parcel_codes } from '../tables.ts'
import { insertLetterCode, type LetterPlace, type ParcelCodeRow } from './parcels.queries.ts'
import { CODE_MS } from './parcels.rules.ts'
import { inWalkingOrder } from './walking-order.rules.ts'

export type LetterBatchRow = typeof letter_batches.$inferSelect

/** How long a batch is kept after its codes have expired, so that the staff can see the results. */
const KEPT_MS = 365 * DAY_MS

/** Expiry of the codes of letters that are created now. */
export const codeExpiry = (now: Date) => new Date(now.getTime() + CODE_MS)

/** Creates a batch with a code for each letter, in the order of the places. */
export async function insertBatch(
  db: Db,
  batch: Pick<LetterBatchRow, 'label' | 'lang' | 'text' | 'window' | 'created_by'>,
  places: readonly LetterPlace[],
  now: Date,
): Promise<LetterBatchRow> {
  const expires_at = codeExpiry(now)
  const [row] = await db
    .insert(letter_batches)
    .values({ ...batch, created_at: now, expires_at })
    .returning()
  if (!row) throw new Error('Unexpected empty answer to an insert')
  for (const place of places) await insertLetterCode(db, row.id, place, { now, expires_at })
  return row
}

const codes = (condition: SQL) =>
  sql<number>`(SELECT count(*)::int FROM ${parcel_codes} WHERE ${parcel_codes.batch_id} = ${letter_batches.id} AND ${condition})`
const isUsed = sql`${parcel_codes.used_at} IS NOT NULL`
const isRevoked = sql`${parcel_codes.used_at} IS NULL AND ${parcel_codes.revoked_at} IS NOT NULL`
const isExpired = (now: Date) =>
  sql`${parcel_codes.used_at} IS NULL AND ${parcel_codes.revoked_at} IS NULL AND ${parcel_codes.expires_at} <= ${now.toISOString()}::timestamptz`

/** Batches with the number of letters and their results. */
const batches = (db: Db, now: Date) =>
  db
    .select({
      batch: letter_batches,
      by_id: users.id,
      by_name: staffName(users),
      letters: codes(sql`true`),
      used: codes(isUsed),
      revoked: codes(isRevoked),
      expired: codes(isExpired(now)),
      handed: codes(sql`${parcel_codes.handed_letterbox_id} IS NOT NULL`),
    })
    .from(letter_batches)
    .leftJoin(users, eq(users.id, letter_batches.created_by))

/**
 * SQL condition: all letters of the batch go to houses in the viewer's area, and none to the owner of an imported
 * letterbox; undefined for viewers without an area.
 */
function isBatchInArea(viewer: Pick<Viewer, 'area'>): SQL | undefined {
  const isInside = inArea(viewer, parcel_codes)
  if (!isInside) return undefined
  return sql`NOT EXISTS (SELECT 1 FROM ${parcel_codes} WHERE ${parcel_codes.batch_id} = ${letter_batches.id}
    AND (${parcel_codes.handed_letterbox_id} IS NOT NULL OR NOT ${isInside}))`
}

export type CountedBatch = Awaited<ReturnType<typeof findBatches>>['rows'][number]

/** One page of the batches that the viewer may see, newest first. */
export async function findBatches(
  db: Db,
  viewer: Pick<Viewer, 'area'>,
  { page, size }: { page: number; size: number },
  now: Date,
) {
  const isSeen = isBatchInArea(viewer)
  const rows = await batches(db, now)
    .where(isSeen)
    .orderBy(desc(letter_batches.created_at), asc(letter_batches.id))
    .limit(size)
    .offset((page - 1) * size)
  const [all] = await db.select({ total: count() }).from(letter_batches).where(isSeen)
  return { rows, total: all?.total ?? 0 }
}

/** Null also for a batch that the viewer may not see. */
export async function findBatch(
  db: Db,
  viewer: Pick<Viewer, 'area'>,
  id: string,
  now: Date,
): Promise<CountedBatch | null> {
  const [row] = await batches(db, now).where(and(eq(letter_batches.id, id), isBatchInArea(viewer)))
  return row ?? null
}

/** The letters of a batch in walking order. */
export async function findLetters(db: Db, batchId: string): Promise<ParcelCodeRow[]> {
  const letters = await db
    .select()
    .from(parcel_codes)
    .where(eq(parcel_codes.batch_id, batchId))
    .orderBy(asc(parcel_codes.code))
  return inWalkingOrder(letters, ({ address, postcode, city }) => ({
    address: address ?? '',
    postcode: postcode ?? '',
    city: city ?? '',
  }))
}

/**
 * Revokes unused codes: all of a batch, or one.
 * @returns the number of revoked codes
 */
export async function revokeLetters(
  db: Db,
  batchId: string,
  code: string | undefined,
  now: Date,
): Promise<number> {
  const rows = await db
    .update(parcel_codes)
    .set({ revoked_at: now })
    .where(
      and(
        eq(parcel_codes.batch_id, batchId),
        code === undefined ? undefined : eq(parcel_codes.code, code),
        isNull(parcel_codes.used_at),
        isNull(parcel_codes.revoked_at),
      ),
    )
    .returning({ code: parcel_codes.code })
  return rows.length
}

/** Deletes old batches, because they contain addresses. */
export async function deleteOldBatches(db: Db, now: Date): Promise<void> {
  const old = db
    .select({ id: letter_batches.id })
    .from(letter_batches)
    .where(lt(letter_batches.expires_at, new Date(now.getTime() - KEPT_MS)))
  await db.delete(letter_batches).where(inArray(letter_batches.id, old))
}
