import type { Box, Position } from '@letterlend/contract/geography.ts'
import { LETTERBOX_LIST_LIMIT, type LetterboxList } from '@letterlend/contract/letterboxes.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import type { IndexFilter } from '../../map-index/letterbox-index.segment.ts'
import { presentLetterbox } from './letterboxes.presenter.ts'
import { findPublicLetterboxes } from './letterboxes.queries.ts'

interface BoxQuery {
  north_east: Position
  south_west: Position
  latitude?: number | undefined
  longitude?: number | undefined
}

export function boxOf({ north_east, south_west }: BoxQuery): Box {
  if (south_west.latitude > north_east.latitude) throw new AppError('invalid_box')
  return { northEast: north_east, southWest: south_west }
}

/** Where the caller is; half a position is a mistake. */
export function positionOf({
  latitude,
  longitude,
}: Pick<BoxQuery, 'latitude' | 'longitude'>): Position | null {
  if (latitude === undefined && longitude === undefined) return null
  if (latitude === undefined || longitude === undefined) throw new AppError('bad_request')
  return { latitude, longitude }
}

/**
 * What is in a box, the nearest to the caller first, or to the box's middle. `total` counts all of
 * them, on whatever page.
 * Throws `invalid_box` and `bad_request`.
 */
export async function listNearest(
  { letterboxFeed, database, clock }: Pick<Deps, 'letterboxFeed' | 'database' | 'clock'>,
  query: BoxQuery & { limit?: number | undefined; offset?: number | undefined },
  filter: IndexFilter,
  viewer: Viewer | null,
): Promise<LetterboxList> {
  const box = boxOf(query)
  const from = positionOf(query)
  const found = letterboxFeed.index.nearest({
    ...filter,
    box,
    from: from ?? undefined,
    limit: query.limit ?? LETTERBOX_LIST_LIMIT.default,
    offset: query.offset,
  })
  const distances = new Map(found.letterboxes.map(({ id, distance }) => [id, distance]))
  const rows = await findPublicLetterboxes(database.orm, [...distances.keys()])
  const loggedIn = viewer !== null
  const now = clock()
  return {
    letterboxes: rows.map((row) =>
      presentLetterbox(row, { loggedIn }, now, from && (distances.get(row.letterbox.id) ?? null)),
    ),
    total: found.total,
  }
}
