import { and, count, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { wishes } from '#features/lending/wishes/tables.ts'
import {
  type ImportedState,
  placeWithStickers,
} from '#features/places/letterboxes/importing/server/door.ts'
import {
  household_members,
  letterbox_items,
  letterboxes,
} from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import { IMPORT_SHOWN, type KeptLetterbox } from '../contract.admin.ts'
import { import_rows } from '../tables.ts'
import { setOwner } from './import-owners.queries.ts'
import { chunks, setImportedEmail } from './imports.queries.ts'
import { announceImport, type StateBefore } from './writing.ts'

const after = (name: keyof ImportedState) => sql`(${import_rows.after} ->> ${name})`

/**
 * True for a letterbox that was changed since the import or is in use. The sides of a loan are separate subqueries, so
 * that PostgreSQL scans the loans once: one condition for both scanned them for each of 86,000 letterboxes, 44 seconds
 * instead of 2.5.
 */
const isChanged: SQL<boolean> = sql<boolean>`(
  ${users.email_confirmed_at} IS NOT NULL OR ${users.password_hash} IS NOT NULL
  OR ${letterboxes.location_verified} OR ${letterboxes.address_verified_at} IS NOT NULL
  OR ${letterboxes.latitude} IS DISTINCT FROM ${after('latitude')}::float8
  OR ${letterboxes.longitude} IS DISTINCT FROM ${after('longitude')}::float8
  OR (SELECT coalesce(jsonb_agg(i.item_id ORDER BY i.item_id), '[]') FROM ${letterbox_items} i
      WHERE i.letterbox_id = ${letterboxes.id}) <> ${import_rows.after} -> 'items'
  OR EXISTS (SELECT FROM ${household_members} m WHERE m.letterbox_id = ${letterboxes.id})
  OR EXISTS (SELECT FROM ${transactions} t WHERE t.renter_id = ${users.id})
  OR EXISTS (SELECT FROM ${transactions} t WHERE t.borrower_id = ${users.id})
  OR EXISTS (SELECT FROM ${wishes} w WHERE w.user_id = ${users.id}))`

const rowsOf = (db: Db, importId: string, where: SQL | undefined) =>
  db
    .select({ row: import_rows, user_id: letterboxes.user_id })
    .from(import_rows)
    .innerJoin(letterboxes, eq(letterboxes.id, import_rows.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(eq(import_rows.import_id, importId), where))

/** How many letterboxes of an import were changed since. Deleted ones do not count. */
export async function countChanged(db: Db, importId: string): Promise<number> {
  const [row] = await db
    .select({ changed: count() })
    .from(import_rows)
    .innerJoin(letterboxes, eq(letterboxes.id, import_rows.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(eq(import_rows.import_id, importId), isChanged))
  return row?.changed ?? 0
}

/**
 * The letterboxes that undoing an import keeps, by address.
 * @param isUndone the import was undone already, so these are all that is left of it
 */
export function listKept(db: Db, importId: string, isUndone: boolean): Promise<KeptLetterbox[]> {
  return db
    .select({
      id: letterboxes.id,
      address: letterboxes.address,
      postcode: letterboxes.postcode,
      city: letterboxes.city,
    })
    .from(import_rows)
    .innerJoin(letterboxes, eq(letterboxes.id, import_rows.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(eq(import_rows.import_id, importId), isUndone ? undefined : isChanged))
    .orderBy(letterboxes.postcode, letterboxes.address, letterboxes.id)
    .limit(IMPORT_SHOWN)
}

/**
 * Undoes an import in a transaction begun by `beginImport`: deletes new letterboxes with their accounts and restores
 * changed ones. What was changed since stays, and is all that the import still refers to.
 * @returns how many letterboxes were undone, or null if all of them have changed
 */
export async function undoImport(db: Db, importId: string): Promise<number | null> {
  // Locked until the transaction ends, so that no other request changes one in between.
  await db.execute(sql`SELECT FROM ${letterboxes} WHERE ${letterboxes.id} IN
    (SELECT ${import_rows.letterbox_id} FROM ${import_rows} WHERE ${import_rows.import_id} = ${importId})
    ORDER BY ${letterboxes.id} FOR UPDATE`)
  const changed = await countChanged(db, importId)
  const updated = await rowsOf(db, importId, and(isNotNull(import_rows.before), not(isChanged)))
  for (const { row, user_id } of updated) {
    const before = row.before as StateBefore
    await placeWithStickers(db, row.letterbox_id, before)
    if (before.without_email) await setImportedEmail(db, user_id, { email: null, messaging: false })
    if (before.owner) await setOwner(db, user_id, before.owner)
  }
  for (const part of chunks(updated)) {
    const ids = part.map(({ row }) => row.letterbox_id)
    await db
      .delete(import_rows)
      .where(and(eq(import_rows.import_id, importId), inArray(import_rows.letterbox_id, ids)))
  }
  const ownersOfNew = db
    .select({ id: letterboxes.user_id })
    .from(import_rows)
    .innerJoin(letterboxes, eq(letterboxes.id, import_rows.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(eq(import_rows.import_id, importId), isNull(import_rows.before), not(isChanged)))
  const removed = await db
    .delete(users)
    .where(inArray(users.id, ownersOfNew))
    .returning({ id: users.id })
  const undone = updated.length + removed.length
  if (undone === 0 && changed > 0) return null
  await announceImport(db)
  return undone
}
