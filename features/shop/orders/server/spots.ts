import { and, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { createGeocoding, type Geocoding } from '#features/places/geocoding/server/door.ts'
import { isSameAddress } from '#features/places/letterboxes/addresses/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import type { Position } from '#platform/shared/geography.ts'
import { orders } from '../tables.ts'
import type { OrderRow } from './presenter.ts'

/** Orders per run; a geocoder may demand a second for each. */
const AT_ONCE = 50

/** Whether the tasks of somebody are limited to an outline. Nobody else needs the spots of orders. */
async function isNeeded(db: Db): Promise<boolean> {
  const hasOutline = and(isNotNull(users.area), sql`${users.area} ->> 'country' IS NULL`)
  const [person] = await db.select({ id: users.id }).from(users).where(hasOutline).limit(1)
  return person !== undefined
}

/** Orders that wait to be shipped and whose spot was not looked up within a day, the newest first. */
function findDue(db: Db, now: Date): Promise<OrderRow[]> {
  const isWaiting = inArray(orders.status, ['pending_confirmation', 'pending_payment', 'paid'])
  const wasYesterday = lt(orders.spot_sought_at, new Date(now.getTime() - DAY_MS))
  return db
    .select()
    .from(orders)
    .where(and(isWaiting, isNull(orders.latitude), or(isNull(orders.spot_sought_at), wasYesterday)))
    .orderBy(desc(orders.created_at))
    .limit(AT_ONCE)
}

/** The spot of the letterbox of the customer's household, if the order goes there: its owner may have placed it. */
async function spotOfLetterbox(db: Db, order: OrderRow): Promise<Position | null> {
  if (order.user_id === null) return null
  const [letterbox] = await db
    .select({ latitude: letterboxes.latitude, longitude: letterboxes.longitude })
    .from(letterboxes)
    .where(and(managedBy(order.user_id), isSameAddress(letterboxes, order)))
  const { latitude = null, longitude = null } = letterbox ?? {}
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** Null unless the house itself is known: the middle of a street or of a town may be in another area. */
async function spotOfHouse(
  geocoding: Geocoding,
  { address, postcode, city, country }: OrderRow,
): Promise<Position | null> {
  const place = { address, postcode, city, country }
  const found = await geocoding.geocode(place, { patient: true })
  return found && found.location_type === 'ROOFTOP' ? found : null
}

/** SQL condition: the order still goes to this address. */
const goesTo = ({ id, address, postcode, city, country }: OrderRow) =>
  and(
    eq(orders.id, id),
    eq(orders.address, address),
    eq(orders.postcode, postcode),
    eq(orders.city, city),
    eq(orders.country, country),
  )

/** Looks up where orders go: an outline covers only what has a spot. */
export async function findSpots(deps: Deps, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps
  const { orm } = database
  if (!(await isNeeded(orm))) return
  const geocoding = createGeocoding({ ...deps, streets: deps.streetMap.streets })
  for (const order of await findDue(orm, clock())) {
    if (signal.aborted) return
    const spot = (await spotOfLetterbox(orm, order)) ?? (await spotOfHouse(geocoding, order))
    const { latitude = null, longitude = null } = spot ?? {}
    await orm
      .update(orders)
      .set({ latitude, longitude, spot_sought_at: clock() })
      .where(goesTo(order))
  }
}

export const findingSpots: FeatureJob = {
  queue: 'order-spots',
  failure: 'spots of orders not found',
  everySeconds: MINUTE_SECONDS,
  run: (deps, _, { signal }) => findSpots(deps, signal),
}
