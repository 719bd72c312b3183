import { desc, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { letterboxes } from '#features/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { OverviewRegion } from '../contract.ts'

/** The region of an address: its country and the first two signs of its postcode, `CH-80`. */
export const regionOf = ({ country, postcode }: { country: PgColumn; postcode: PgColumn }) =>
  sql<string>`${country} || '-' || upper(left(${postcode}, 2))` as SQL<string>

/** Regions where letterboxes are, the largest first. */
export async function countRegions(db: Db): Promise<OverviewRegion[]> {
  const cities = db
    .select({
      id: regionOf(letterboxes).as('id'),
      city: letterboxes.city,
      count: sql<number>`count(*)::int`.as('count'),
    })
    .from(letterboxes)
    .where(isNotNull(letterboxes.latitude))
    .groupBy(sql`1`, letterboxes.city)
    .as('cities')
  const total = sql<number>`sum(${cities.count})::int`
  return db
    .select({
      id: cities.id,
      city: sql<string>`(array_agg(${cities.city} ORDER BY ${cities.count} DESC, ${cities.city}))[1]`,
      letterboxes: total,
    })
    .from(cities)
    .groupBy(cities.id)
    .orderBy(desc(total), cities.id)
}

/** The regions of letterboxes, by their ids. */
export async function findRegions(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: letterboxes.id, region: regionOf(letterboxes) })
    .from(letterboxes)
    .where(inArray(letterboxes.id, [...ids]))
  return new Map(rows.map(({ id, region }) => [id, region]))
}
