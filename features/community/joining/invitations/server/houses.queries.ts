import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { import_rows, imports } from '#features/community/imports/tables.ts'
import { canBeHandedOver } from '#features/places/letterboxes/importing/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { inWalkingOrder } from '#features/shop/parcels/server/door.ts'
import { parcel_codes } from '#features/shop/parcels/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { HouseState, ImportedPlace } from '../contract.admin.ts'

interface Town {
  postcode: string
  city: string
  country: string
}

/** State of each house in a town, by address. */
export async function findHouseStates(
  db: Db,
  { postcode, city, country }: Town,
  addresses: readonly string[],
  now: Date,
): Promise<Map<string, HouseState>> {
  const town = sql`letterbox_address_key(${`${postcode} ${city}`})`
  const at = (table: typeof letterboxes | typeof parcel_codes) => sql`
    letterbox_address_key(${table.address}) COLLATE "C" = asked.key COLLATE "C"
    AND ${table.country} = ${country}
    AND letterbox_address_key(${table.postcode} || ' ' || ${table.city}) = ${town}`
  const standing = sql`FROM ${letterboxes} JOIN ${users} ON ${users.id} = ${letterboxes.user_id} WHERE ${at(letterboxes)}`
  const rows = await db
    .select({
      address: sql<string>`asked.address`,
      here: sql<boolean>`EXISTS (SELECT 1 ${standing} AND NOT (${canBeHandedOver}))`,
      imported: sql<boolean>`EXISTS (SELECT 1 ${standing} AND ${canBeHandedOver})`,
      invited: sql<boolean>`EXISTS (SELECT 1 FROM ${parcel_codes} WHERE ${at(parcel_codes)}
        AND ${parcel_codes.batch_id} IS NOT NULL AND ${parcel_codes.used_at} IS NULL
        AND ${parcel_codes.revoked_at} IS NULL
        AND ${parcel_codes.expires_at} > ${now.toISOString()}::timestamptz)`,
    })
    .from(
      sql`(SELECT value AS address, letterbox_address_key(value) AS key
        FROM jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb)) AS asked`,
    )
  const stateOf = ({ here, imported, invited }: (typeof rows)[number]): HouseState =>
    here ? 'here' : invited ? 'invited' : imported ? 'imported' : 'free'
  return new Map(rows.map((row) => [row.address, stateOf(row)]))
}

export async function findImportName(db: Db, importId: string): Promise<string | null> {
  const [row] = await db
    .select({ name: imports.file_name })
    .from(imports)
    .where(eq(imports.id, importId))
  return row?.name ?? null
}

/** Letterboxes of an import whose owners can only be reached by letter or have not come, in walking order. */
export async function findImportedPlaces(
  db: Db,
  importId: string,
  now: Date,
): Promise<(ImportedPlace & { country: string })[]> {
  const invited = sql<boolean>`EXISTS (SELECT 1 FROM ${parcel_codes}
    WHERE ${parcel_codes.handed_letterbox_id} = ${letterboxes.id} AND ${parcel_codes.used_at} IS NULL
      AND ${parcel_codes.revoked_at} IS NULL
      AND ${parcel_codes.expires_at} > ${now.toISOString()}::timestamptz)`
  const places = await db
    .select({
      letterbox_id: letterboxes.id,
      address: letterboxes.address,
      postcode: letterboxes.postcode,
      city: letterboxes.city,
      country: letterboxes.country,
      invited,
    })
    .from(import_rows)
    .innerJoin(letterboxes, eq(letterboxes.id, import_rows.letterbox_id))
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(eq(import_rows.import_id, importId), canBeHandedOver))
    .orderBy(asc(letterboxes.id))
  return inWalkingOrder(places, (place) => place)
}

/** Names for the letters: owners of unclaimed imported letterboxes, by letterbox. */
export async function findNames(
  db: Db,
  letterboxIds: readonly string[],
): Promise<Map<string, { firstname: string; lastname: string; address_addition: string | null }>> {
  if (letterboxIds.length === 0) return new Map()
  const rows = await db
    .select({
      id: letterboxes.id,
      firstname: users.firstname,
      lastname: users.lastname,
      address_addition: letterboxes.address_addition,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(inArray(letterboxes.id, [...letterboxIds]), canBeHandedOver))
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
