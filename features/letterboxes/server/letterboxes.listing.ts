import { momentOf } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { Piece } from '#platform/server/http/answer-bytes.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type Box, distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { LETTERBOX_LIST_LIMIT, type LetterboxList } from '../contract.ts'
import { inAskingOrder } from './asking-order.rules.ts'
import type { IndexFilter } from './index/letterbox-index.segment.ts'
import type { LetterboxIndex } from './index/letterbox-index.ts'
import type { FoundLetterbox, KeptLetterboxes } from './kept-letterboxes.ts'
import { findBlockedLetterboxes } from './letterbox-blocks.queries.ts'
import { isAvailable } from './letterboxes.rules.ts'

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
 * Among so many neighbours those to ask first come first. Those who live farther away are not
 * preferred.
 */
const PREFERRED_AMONG = 100

interface Page {
  limit: number
  offset: number
}

type NearestLetterboxes = ReturnType<LetterboxIndex['nearest']>

/** The part of a list whose order decides about a page of it: whole parts of {@link PREFERRED_AMONG}. */
function wholeParts({ limit, offset }: Page): Page {
  const begin = offset - (offset % PREFERRED_AMONG)
  return {
    offset: begin,
    limit: Math.ceil((offset + limit - begin) / PREFERRED_AMONG) * PREFERRED_AMONG,
  }
}

/** Whether a letterbox has lent all that it has of what is searched. */
function hasLent(
  { letterbox: { full }, running }: FoundLetterbox,
  searchedIds: ReadonlySet<number | undefined>,
  today: string,
) {
  // Of most, nothing is promised or out.
  if (running.length === 0) return false
  const searched = full.items.filter(({ id }) => searchedIds.has(id))
  return searched.length > 0 && !searched.some((item) => isAvailable(item, running, today))
}

/**
 * The same letterboxes in parts of {@link PREFERRED_AMONG}; in each part those whom to ask first come first. Those that
 * nobody sees any more stand last, so that pages are the same as without an order.
 */
function inParts(
  nearest: NearestLetterboxes['letterboxes'],
  found: ReadonlyMap<string, FoundLetterbox>,
  filter: IndexFilter,
  today: string,
): NearestLetterboxes['letterboxes'] {
  const searchedIds = new Set([...(filter.stickerIds ?? []), filter.stickerId])
  const lookAt = ({ id, distance }: NearestLetterboxes['letterboxes'][number]) => {
    const letterbox = found.get(id)
    if (!letterbox)
      return { can_be_asked: false, silent: true, lent: true, answers: 'rarely', distance } as const
    const { can_be_asked, silent, answers } = letterbox.letterbox.asking
    const lent = hasLent(letterbox, searchedIds, today)
    return { can_be_asked, silent, lent, answers, distance }
  }
  const inOrder: NearestLetterboxes['letterboxes'] = []
  for (let begin = 0; begin < nearest.length; begin += PREFERRED_AMONG) {
    inOrder.push(...inAskingOrder(nearest.slice(begin, begin + PREFERRED_AMONG), lookAt))
  }
  return inOrder
}

interface ListQuery extends BoxQuery {
  limit?: number | undefined
  offset?: number | undefined
  prefer?: 'answers' | undefined
}

/**
 * The letterboxes in a box, the nearest to the caller, or to the box's middle, first; on request
 * those among them whom to ask first. Blocked ones are left out. `total` counts all of them, whatever page
 * is asked for. Returns the JSON of a {@link LetterboxList} in pieces. Throws `invalid_box` and `bad_request`.
 */
export async function listNearest(
  deps: Pick<Deps, 'letterboxFeed' | 'database' | 'clock' | 'config'>,
  kept: KeptLetterboxes,
  query: ListQuery,
  filter: IndexFilter,
  viewer: Viewer | null,
): Promise<Piece[]> {
  const box = boxOf(query)
  const from = positionOf(query)
  const page = { limit: query.limit ?? LETTERBOX_LIST_LIMIT.default, offset: query.offset ?? 0 }
  const isPreferring = query.prefer === 'answers'
  const part = isPreferring ? wholeParts(page) : page
  const nearestWithout = (without: string[]) =>
    deps.letterboxFeed.index.nearest({ box, from: from ?? undefined, without, ...part, ...filter })
  const findAll = (list: NearestLetterboxes) => kept.find(list.letterboxes.map(({ id }) => id))
  // Hardly anybody has blocked somebody: what is shown then is asked for at the same time.
  const unblocked = nearestWithout([])
  const [without, foundUnblocked] = await Promise.all([
    viewer ? findBlockedLetterboxes(deps.database.orm, viewer.id) : [],
    findAll(unblocked),
  ])
  const isBlocking = without.length > 0
  const { letterboxes: nearest, total } = isBlocking ? nearestWithout(without) : unblocked
  const found = isBlocking ? await findAll({ letterboxes: nearest, total }) : foundUnblocked
  const look = { loggedIn: viewer !== null, moment: momentOf(deps) }
  const inOrder = isPreferring ? inParts(nearest, found, filter, look.moment.today) : nearest
  const begin = page.offset - part.offset
  const pieces: Piece[] = ['{"letterboxes":[']
  for (const { id, distance } of inOrder.slice(begin, begin + page.limit)) {
    const letterbox = found.get(id)
    if (!letterbox) continue
    if (pieces.length > 1) pieces.push(',')
    pieces.push(...kept.jsonOf(letterbox, from && distance, look))
  }
  pieces.push(`],"total":${total}}`)
  return pieces
}
