import { and, count, eq, gt, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import {
  household_members,
  letterbox_items,
  letterboxes,
} from '#features/places/letterboxes/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { InSql } from '#platform/server/db/prepared.ts'
import { users } from '#platform/server/identity/tables.ts'
import type { AnnouncementAudience, Region } from '../contract.admin.ts'
import { announcements } from '../tables.ts'

const METRES_OF_DEGREE = 111_195
const EARTH_RADIUS = 6_371_008.8

/** Published, not retired, and within its period. */
export function isRunning(now: InSql<Date>): SQL | undefined {
  return and(
    eq(announcements.active, true),
    isNull(announcements.retired_at),
    or(isNull(announcements.visible_from), lte(announcements.visible_from, now)),
    or(isNull(announcements.visible_until), gt(announcements.visible_until, now)),
  )
}

interface Circle {
  latitude: SQLWrapper
  longitude: SQLWrapper
  radius: SQLWrapper
}

/** True if a letterbox stands in a circle. The latitudes come first because they have an index. */
function standsIn({ latitude, longitude, radius }: Circle): SQL {
  return sql`(${letterboxes.latitude} BETWEEN ${latitude} - ${radius} / ${METRES_OF_DEGREE}::float8
      AND ${latitude} + ${radius} / ${METRES_OF_DEGREE}::float8
    AND ${EARTH_RADIUS}::float8 * 2 * asin(sqrt(least(1,
      power(sin(radians(${letterboxes.latitude} - ${latitude}) / 2), 2)
      + cos(radians(${latitude})) * cos(radians(${letterboxes.latitude}))
        * power(sin(radians(${letterboxes.longitude} - ${longitude}) / 2), 2)))) <= ${radius})`
}

const ofAnnouncement: Circle = {
  latitude: announcements.region_latitude,
  longitude: announcements.region_longitude,
  radius: announcements.region_radius,
}

const without = () => eq(users.enable_messaging, false)

/** Letterboxes that lend something. */
const lends = () =>
  sql`EXISTS (SELECT 1 FROM ${letterbox_items} WHERE ${letterbox_items.letterbox_id} = ${letterboxes.id})`

/** Users who manage a letterbox that meets the condition. */
const managesOneThat = (condition: SQL) => sql`${users.id} IN (
  SELECT ${letterboxes.user_id} FROM ${letterboxes} WHERE ${condition}
  UNION ALL
  SELECT ${household_members.user_id} FROM ${household_members}
    JOIN ${letterboxes} ON ${letterboxes.id} = ${household_members.letterbox_id} WHERE ${condition})`

const isMember = (now: InSql<Date>) => gt(users.membership_until, now)

/** Condition on announcements: the user belongs to the audience now. */
export function isFor(userId: InSql<string>, now: InSql<Date>): SQL {
  return sql`(${announcements.audience} = 'all'
    OR (${announcements.audience} = 'no_messaging'
      AND EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${without()}))
    OR (${announcements.audience} = 'region'
      AND EXISTS (SELECT 1 FROM ${letterboxes} WHERE ${standsIn(ofAnnouncement)} AND ${managedBy(userId)}))
    OR (${announcements.audience} = 'lenders'
      AND EXISTS (SELECT 1 FROM ${letterboxes} WHERE ${lends()} AND ${managedBy(userId)}))
    OR (${announcements.audience} = 'members'
      AND EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${isMember(now)})))`
}

/** Condition on users: they belong to the audience; undefined if that is everyone. */
export function belongsTo(
  audience: AnnouncementAudience,
  region: Region | null,
  now: Date,
): SQL | undefined {
  if (audience === 'all') return undefined
  if (audience === 'lenders') return managesOneThat(lends())
  if (audience === 'members') return isMember(now)
  if (audience === 'no_messaging') return without()
  if (!region) return sql`false`
  const inside = standsIn({
    latitude: sql`${region.latitude}::float8`,
    longitude: sql`${region.longitude}::float8`,
    radius: sql`${region.radius}::float8`,
  })
  return managesOneThat(inside)
}

/** Current size of an audience. */
export async function countPeople(
  db: Db,
  audience: AnnouncementAudience,
  region: Region | null,
  now: Date,
): Promise<number> {
  const [row] = await db
    .select({ people: count() })
    .from(users)
    .where(belongsTo(audience, region, now))
  return row?.people ?? 0
}
