import { type SQL, sql } from 'drizzle-orm'
import type { Position } from '#platform/shared/geography.ts'
import { letterboxes } from '../tables.ts'

/**
 * Squared distance of a letterbox from a position in degrees of latitude. Degrees of longitude are scaled to their
 * length at that latitude, which is exact enough for comparing.
 */
export const squaredDegreesFrom = ({ latitude, longitude }: Position): SQL<number> =>
  sql<number>`power(${letterboxes.latitude} - ${latitude}::float8, 2) + power(
    (${letterboxes.longitude} - ${longitude}::float8) * cos(radians(${latitude}::float8)), 2)`
