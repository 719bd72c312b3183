import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { isSameAddress } from '#features/places/letterboxes/addresses/server/door.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { inArea } from '#platform/server/identity/tasks.queries.ts'
import { orders } from '../tables.ts'

/** True for most orders of members, and far faster than normalizing both addresses. */
const isSpelledAlike = and(
  eq(orders.country, letterboxes.country),
  eq(orders.postcode, letterboxes.postcode),
  eq(orders.city, letterboxes.city),
  eq(orders.address, letterboxes.address),
)

/**
 * SQL condition: the current order row is delivered in the viewer's area; undefined for viewers without one. Orders have
 * no spot, so an outline covers an order if it goes to the letterbox of the customer's household, which is inside.
 * Orders of visitors, or to another address, are in no outline: only staff of the whole community ships them.
 */
export function isOrderInArea({ area }: Pick<Viewer, 'area'>): SQL | undefined {
  if (area === null || area.country !== null) return inArea({ area }, orders)
  return sql`EXISTS (SELECT 1 FROM ${letterboxes} WHERE ${and(
    managedBy(orders.user_id),
    or(isSpelledAlike, isSameAddress(orders, letterboxes)),
    inArea({ area }, letterboxes),
  )})`
}
