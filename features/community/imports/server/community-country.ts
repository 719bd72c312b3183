import { count, desc } from 'drizzle-orm'
import { countryAround } from '#features/places/geocoding/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'

/** Fallback if nothing else tells the country. */
const DEFAULT_COUNTRY = 'CH'

/**
 * The community's country as ISO code: the country of most letterboxes, else of the map's start position, else of its
 * invoices.
 */
export async function communityCountry(
  db: Db,
  { mapStart, invoice }: Pick<Config, 'mapStart' | 'invoice'>,
): Promise<string> {
  const [most] = await db
    .select({ country: letterboxes.country })
    .from(letterboxes)
    .groupBy(letterboxes.country)
    .orderBy(desc(count()), letterboxes.country)
    .limit(1)
  if (most) return most.country
  const aroundStart = mapStart && (await countryAround(mapStart, []))
  return aroundStart ?? invoice?.country ?? DEFAULT_COUNTRY
}
