import { eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PostalAddress } from '#features/people/accounts/name-and-address.ts'
import { isElsewhere } from '#features/places/letterboxes/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { Position } from '#platform/shared/geography.ts'
import { import_rows } from '../tables.ts'
import { type OwnerState, ownerColumns } from './import-owners.queries.ts'

export interface ImportedLetterbox extends PostalAddress {
  id: string
  key: string
  latitude: number | null
  longitude: number | null
  items: number[]
  user_id: string
  hasEmail: boolean
  owner: OwnerState
  /** A member confirmed the account: imports do not change the letterbox any more. */
  taken_over: boolean
}

/** True if its address was corrected since; the position in the file is then outdated. */
export const isMovedSince = (before: ImportedLetterbox, row: PostalAddress): boolean =>
  isElsewhere(before, row)

const ROWS_PER_STATEMENT = 500
/** Parts that fit into one statement. */
export function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT)
    yield rows.slice(i, i + ROWS_PER_STATEMENT)
}

/** Letterboxes that earlier imports created from these rows, by key. */
export async function findImported(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, ImportedLetterbox>> {
  const letterboxByKey = new Map<string, ImportedLetterbox>()
  for (const part of chunks(keys)) {
    const rows = await db
      .select({
        id: letterboxes.id,
        key: letterboxes.import_key,
        address: letterboxes.address,
        address_addition: letterboxes.address_addition,
        postcode: letterboxes.postcode,
        city: letterboxes.city,
        country: letterboxes.country,
        latitude: letterboxes.latitude,
        longitude: letterboxes.longitude,
        user_id: users.id,
        owner: ownerColumns,
        hasEmail: sql<boolean>`${users.email} IS NOT NULL`,
        taken_over: sql<boolean>`${users.email_confirmed_at} IS NOT NULL OR ${letterboxes.location_verified}`,
        items: sql<number[]>`ARRAY(SELECT item_id::int FROM letterbox_items
          WHERE letterbox_id = ${letterboxes.id} ORDER BY item_id)`,
      })
      .from(letterboxes)
      .innerJoin(users, eq(users.id, letterboxes.user_id))
      .where(inArray(letterboxes.import_key, part))
    for (const row of rows) if (row.key) letterboxByKey.set(row.key, { ...row, key: row.key })
  }
  return letterboxByKey
}

/** Which of these e-mail addresses have an account, in lower case. */
export async function findKnownEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const knownEmails = new Set<string>()
  for (const part of chunks(emails.map((email) => email.toLowerCase()))) {
    const lower = sql<string>`lower(${users.email})`
    const rows = await db.select({ email: lower }).from(users).where(inArray(lower, part))
    for (const { email } of rows) knownEmails.add(email)
  }
  return knownEmails
}

/** Positions of a fixed sample of letterboxes. */
export async function listPositions(db: Db, most: number): Promise<Position[]> {
  const { latitude, longitude, id } = letterboxes
  const rows = await db
    .select({ latitude, longitude })
    .from(letterboxes)
    .where(isNotNull(latitude))
    .orderBy(id)
    .limit(most)
  return rows.flatMap((row) =>
    row.latitude === null || row.longitude === null
      ? []
      : [{ latitude: row.latitude, longitude: row.longitude }],
  )
}

/** Sets the missing e-mail address of an imported account, by which its owner can claim it, or removes it again. */
export async function setImportedEmail(
  db: Db,
  userId: string,
  { email, messaging }: { email: string | null; messaging: boolean },
): Promise<void> {
  await db.update(users).set({ email, enable_messaging: messaging }).where(eq(users.id, userId))
}

/** Condition on letterboxes: created or changed by an import. */
export const isOfImport = (importId: string): SQL =>
  sql`EXISTS (SELECT FROM ${import_rows}
    WHERE ${import_rows.letterbox_id} = ${letterboxes.id} AND ${import_rows.import_id} = ${importId})`
