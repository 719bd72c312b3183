import { and, asc, eq, gte, inArray, isNotNull } from 'drizzle-orm'
import { notifyAll } from '#features/people/notifications/server/door.ts'
import { streetKey } from '#features/places/geocoding/server/door.ts'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { splitAddress } from '#platform/shared/input/house-number.ts'
import { paths } from '#platform/shared/paths.ts'
import { street_milestones } from '../tables.ts'
import { streetOfTen } from './mails/street-of-ten.ts'

const MILESTONE = 10
/** A street that reached the number earlier, such as before an update, is not told. */
const NEW_MS = 3 * DAY_MS

interface Street {
  country: string
  postcode: string
  key: string
}

const streetOf = ({ address, country, postcode }: Omit<Street, 'key'> & { address: string }) => ({
  country,
  postcode,
  key: streetKey(splitAddress(address).street),
})

/** Streets with letterboxes that came onto the map since. */
async function findChangedStreets(db: Db, since: Date): Promise<Street[]> {
  const { address, postcode, country, on_map_at } = letterboxes
  const rows = await db
    .select({ address, postcode, country })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(and(gte(on_map_at, since), isOnMap))
  const streets = rows.map(streetOf).filter(({ key }) => key !== '')
  return [...new Map(streets.map((street) => [Object.values(street).join('|'), street])).values()]
}

/** The letterboxes of a street, in the order in which they came onto the map. */
async function findLetterboxes(db: Db, street: Street) {
  const rows = await db
    .select({
      user_id: letterboxes.user_id,
      address: letterboxes.address,
      postcode: letterboxes.postcode,
      country: letterboxes.country,
      latitude: letterboxes.latitude,
      longitude: letterboxes.longitude,
      on_map_at: letterboxes.on_map_at,
    })
    .from(letterboxes)
    .innerJoin(users, eq(users.id, letterboxes.user_id))
    .where(
      and(
        eq(letterboxes.country, street.country),
        eq(letterboxes.postcode, street.postcode),
        isOnMap,
        isNotNull(letterboxes.on_map_at),
      ),
    )
    .orderBy(asc(letterboxes.on_map_at), asc(letterboxes.id))
  return rows.filter((row) => streetOf(row).key === street.key)
}

async function tellStreet(deps: Deps, street: Street, since: Date): Promise<void> {
  const { database, clock } = deps
  const found = await findLetterboxes(database.orm, street)
  const tenth = found[MILESTONE - 1]
  if (!tenth?.on_map_at || tenth.on_map_at < since) return
  await database.orm.transaction(async (tx) => {
    const { country, postcode, key } = street
    const noted = await tx
      .insert(street_milestones)
      .values({ country, postcode, street: key, created_at: clock() })
      .onConflictDoNothing()
      .returning()
    // Told already, perhaps by another process at this moment.
    if (noted.length === 0) return
    const owners = await tx
      .select()
      .from(users)
      .where(
        inArray(
          users.id,
          found.map(({ user_id }) => user_id),
        ),
      )
    const name = splitAddress(tenth.address).street
    const { latitude, longitude } = tenth
    const path = paths.map({ lat: latitude ?? 0, lng: longitude ?? 0, z: 17 })
    const notices = owners.map((user) => ({
      user,
      kind: 'community' as const,
      path,
      mail: ({ page }: { page: (path: string) => string }) =>
        streetOfTen({
          firstname: user.firstname,
          street: name,
          count: found.length,
          url: page(path),
        }),
    }))
    await notifyAll(tx, deps, notices, clock())
  })
}

/** Tells the owners of each street whose tenth letterbox has just come, once, if the community sends such mails. */
export async function tellStreets(deps: Deps): Promise<void> {
  if (!deps.settings.current().mails.neighbourhood) return
  const since = new Date(deps.clock().getTime() - NEW_MS)
  for (const street of await findChangedStreets(deps.database.orm, since)) {
    await tellStreet(deps, street, since)
  }
}
