import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type Box, distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { ANSWER_BANDS } from '../answer-bands.ts'
import { LETTERBOX_LIST_LIMIT, type LetterboxList } from '../contract.ts'
import type { IndexFilter } from './index/letterbox-index.segment.ts'
import type { LetterboxIndex } from './index/letterbox-index.ts'
import type { KeptLetterboxes } from './kept-letterboxes.ts'
import { findBlockedLetterboxes } from './letterbox-blocks.queries.ts'
import { findAnswerBands } from './letterboxes.queries.ts'

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

/** The position that a query names; half a position is a mistake. */
export function positionOf({
  latitude,
  longitude,
}: Pick<BoxQuery, 'latitude' | 'longitude'>): Position | null {
  if (latitude === undefined && longitude === undefined) return null
  if (latitude === undefined || longitude === undefined) throw new AppError('bad_request')
  return { latitude, longitude }
}

/** How far it is to a letterbox from where a query says, in metres; null where it says nothing. */
export const distanceFrom =
  (from: Position | null) =>
  ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
    from && latitude !== null && longitude !== null
      ? distanceInMetres(from, { latitude, longitude })
      : null

/**
 * Among so many neighbours those who answer come first. Those who live farther away are not
 * preferred.
 */
const PREFERRED_AMONG = 100

interface Page {
  limit: number
  offset: number
}

type NearestLetterboxes = ReturnType<LetterboxIndex['nearest']>

/**
 * The same letterboxes in parts of {@link PREFERRED_AMONG}; in each part those who answer sooner
 * come first.
 */
async function findAnsweringFirst(
  db: Db,
  nearest: (page: Page) => NearestLetterboxes,
  { limit, offset }: Page,
): Promise<NearestLetterboxes> {
  const begin = offset - (offset % PREFERRED_AMONG)
  const parts = Math.ceil((offset + limit - begin) / PREFERRED_AMONG)
  const { letterboxes, total } = nearest({ offset: begin, limit: parts * PREFERRED_AMONG })
  const bands = await findAnswerBands(
    db,
    letterboxes.map(({ id }) => id),
  )
  const rank = ({ id }: { id: string }) => ANSWER_BANDS.indexOf(bands.get(id) ?? 'new')
  const preferred = Array.from({ length: parts }, (_, part) =>
    letterboxes
      .slice(part * PREFERRED_AMONG, (part + 1) * PREFERRED_AMONG)
      // The sort is stable: of two alike the nearer one stays first.
      .sort((a, b) => rank(a) - rank(b)),
  ).flat()
  return { letterboxes: preferred.slice(offset - begin, offset - begin + limit), total }
}

interface ListQuery extends BoxQuery {
  limit?: number | undefined
  offset?: number | undefined
  prefer?: 'answers' | undefined
}

/**
 * The letterboxes in a box, the nearest to the caller, or to the box's middle, first; on request
 * those among them who answer. Blocked ones are left out. `total` counts all of them, whatever page
 * is asked for. Returns the JSON of a {@link LetterboxList}. Throws `invalid_box` and `bad_request`.
 */
export async function listNearest(
  { letterboxFeed, database }: Pick<Deps, 'letterboxFeed' | 'database'>,
  kept: KeptLetterboxes,
  query: ListQuery,
  filter: IndexFilter,
  viewer: Viewer | null,
): Promise<string> {
  const box = boxOf(query)
  const from = positionOf(query)
  const without = viewer ? await findBlockedLetterboxes(database.orm, viewer.id) : []
  const nearest = (page: Page) =>
    letterboxFeed.index.nearest({ ...filter, box, from: from ?? undefined, without, ...page })
  const page = { limit: query.limit ?? LETTERBOX_LIST_LIMIT.default, offset: query.offset ?? 0 }
  const { letterboxes, total } =
    query.prefer === 'answers'
      ? await findAnsweringFirst(database.orm, nearest, page)
      : nearest(page)
  const ids = letterboxes.map(({ id }) => id)
  const distances = new Map(letterboxes.map(({ id, distance }) => [id, distance]))
  const distanceOf = ({ id }: { id: string }) => (from && distances.get(id)) ?? null
  const rows = await kept.jsonOf(ids, distanceOf, { loggedIn: viewer !== null })
  return `{"letterboxes":[${rows.join(',')}],"total":${total}}`
}
