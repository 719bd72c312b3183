import { type SQL, sql } from 'drizzle-orm'
import type { Position } from '#platform/shared/geography.ts'
import { letterboxes } from '../tables.ts'

/**
 * How far the letterbox at hand is from a position, in degrees of latitude, squared. Degrees of longitude
 * count as much as they are long at that latitude: good enough to compare.
 */
export const squaredDegreesFrom = ({ latitude, longitude }: Position): SQL<number> =>
  sql<number>`power(${letterboxes.latitude} - ${latitude}::float8, 2) + power(
    (${letterboxes.longitude} - ${longitude}::float8) * cos(radians(${latitude}::float8)), 2)`
