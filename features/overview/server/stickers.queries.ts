import { and, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { letterboxes } from '#features/letterboxes/tables.ts'
import { transactions } from '#features/transactions/tables.ts'
import { wishes } from '#features/wishes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { isInMonths, type LocalPeriod } from './months.queries.ts'
import { regionOf } from './regions.queries.ts'

/** Farther than this is not nearby, in metres. */
const NEARBY = 5_000
const METRES_OF_A_DEGREE = 111_195

/** Of a sticker in a region; null: everywhere. */
export interface RegionalCount {
  region: string | null
  item_id: number
  count: number
}

const { ask_id, borrower_id, created_at, held_at, id, item_id, renter_id } = transactions
/** A request to several letterboxes at once counts as one. */
const requestId = sql`coalesce(${ask_id}, ${id})`
const asker = alias(letterboxes, 'asker')

/** How often each sticker was asked for, by the region of the letterbox that was asked. */
export async function countRequested(db: Db, period: LocalPeriod): Promise<RegionalCount[]> {
  const requests = db
    .selectDistinct({
      item_id,
      asked: requestId.as('asked'),
      region: sql<string | null>`${regionOf(letterboxes)}`.as('region'),
    })
    .from(transactions)
    .leftJoin(letterboxes, sql`${letterboxes.user_id} = ${renter_id}`)
    .where(and(isNull(held_at), isInMonths(created_at, period)))
    .as('requests')
  const rows = await db
    .select({
      region: requests.region,
      item_id: requests.item_id,
      isAll: sql<number>`grouping(${requests.region})`,
      count: sql<number>`count(DISTINCT ${requests.asked})::int`,
    })
    .from(requests)
    .groupBy(sql`GROUPING SETS ((${requests.item_id}), (${requests.item_id}, ${requests.region}))`)
  // The letterbox of a lender who has left is deleted, so its region is not known.
  return rows.filter(({ isAll, region }) => isAll === 1 || region !== null)
}

/**
 * How often somebody asked for a sticker at a letterbox that is not near the own one, by the
 * region of the own one.
 */
export async function countRequestedFar(db: Db, period: LocalPeriod): Promise<RegionalCount[]> {
  const north = sql`(${asker.latitude} - ${letterboxes.latitude})`
  const east = sql`((${asker.longitude} - ${letterboxes.longitude}) * cos(radians(${asker.latitude})))`
  const metres = sql`${METRES_OF_A_DEGREE}::float8 * sqrt(${north} * ${north} + ${east} * ${east})`
  const far = db
    .select({ item_id, region: regionOf(asker).as('region') })
    .from(transactions)
    .innerJoin(letterboxes, sql`${letterboxes.user_id} = ${renter_id}`)
    .innerJoin(asker, sql`${asker.user_id} = ${borrower_id}`)
    .where(
      and(
        isNull(held_at),
        isNotNull(letterboxes.latitude),
        isNotNull(asker.latitude),
        isInMonths(created_at, period),
      ),
    )
    .groupBy(item_id, requestId, sql`2`)
    .having(sql`min(${metres}) > ${NEARBY}`)
    .as('far')
  return db
    .select({
      region: sql<string | null>`${far.region}`,
      item_id: far.item_id,
      count: sql<number>`count(*)::int`,
    })
    .from(far)
    .groupBy(sql`GROUPING SETS ((${far.item_id}), (${far.item_id}, ${far.region}))`)
}

/** Wishes of the months that are alive. */
export function listWished(db: Db, period: LocalPeriod, now: Date) {
  return db
    .select({
      item_id: wishes.item_id,
      latitude: wishes.latitude,
      longitude: wishes.longitude,
      radius: wishes.radius,
    })
    .from(wishes)
    .where(
      and(
        isNotNull(wishes.confirmed_at),
        gt(wishes.expires_at, now),
        isInMonths(wishes.created_at, period),
      ),
    )
}
