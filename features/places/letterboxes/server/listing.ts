import { isAvailable, LENDING } from '#features/places/letterboxes/lent/server/door.ts'
import type {
  IndexFilter,
  LetterboxIndex,
} from '#features/places/letterboxes/map-index/server/door.ts'
import {
  type Askable,
  findBlockedLetterboxes,
  inAskingOrder,
} from '#features/places/letterboxes/reach/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { answerTo } from '#platform/server/questions.ts'
import { type Box, distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { mayBeAsked } from '../askable.ts'
import { LETTERBOX_LIST_LIMIT, type LetterboxList } from '../contract.ts'
import { findPublicLetterboxes } from './letterboxes.queries.ts'
import { type FullLetterbox, presentLetterbox, type RunningLoans } from './presenter.ts'

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

/** The position in a query. Only one of the two coordinates is an error. */
export function positionOf({
  latitude,
  longitude,
}: Pick<BoxQuery, 'latitude' | 'longitude'>): Position | null {
  if (latitude === undefined && longitude === undefined) return null
  if (latitude === undefined || longitude === undefined) throw new AppError('bad_request')
  return { latitude, longitude }
}

/** Distance in metres from the query's position to a letterbox; null if the query has none. */
export const distanceFrom =
  (from: Position | null) =>
  ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
    from && latitude !== null && longitude !== null
      ? distanceInMetres(from, { latitude, longitude })
      : null

/**
 * Size of a group of nearest letterboxes that is sorted by whom to ask first. Farther letterboxes never move ahead of a
 * nearer group.
 */
const PREFERRED_AMONG = 100

interface Page {
  limit: number
  offset: number
}

type NearestLetterboxes = ReturnType<LetterboxIndex['nearest']>

/** Extends a page to whole groups of {@link PREFERRED_AMONG}, because the order within a group decides its pages. */
function wholeParts({ limit, offset }: Page): Page {
  const begin = offset - (offset % PREFERRED_AMONG)
  return {
    offset: begin,
    limit: Math.ceil((offset + limit - begin) / PREFERRED_AMONG) * PREFERRED_AMONG,
  }
}

type Nearest = NearestLetterboxes['letterboxes'][number]

/** Public letterboxes of a list by id, and their running loans. */
interface Found {
  letterboxes: ReadonlyMap<string, FullLetterbox>
  runningLoans: RunningLoans
}

/** Whether a letterbox has none of the searched items left on the days. */
function hasLent(
  { owner, items }: FullLetterbox,
  runningLoans: RunningLoans,
  searchedIds: ReadonlySet<number | undefined>,
  days: NonNullable<IndexFilter['free']>,
): boolean {
  const running = runningLoans.get(owner.id) ?? []
  const searched = items.filter(({ id }) => searchedIds.has(id))
  return (
    searched.length > 0 && !searched.some((item) => isAvailable(item, running, days, days.today))
  )
}

/**
 * Sorts each group of {@link PREFERRED_AMONG} letterboxes by whom to ask first. Letterboxes hidden meanwhile come last,
 * so that the pages match those of the unsorted list.
 */
function inParts(
  nearest: readonly Nearest[],
  { letterboxes, runningLoans }: Found,
  filter: IndexFilter,
  today: string,
): Nearest[] {
  const days = filter.free ?? { from: today, until: today, today }
  const searchedIds = new Set([...(filter.stickerIds ?? []), filter.stickerId])
  const askableOf = ({ id, distance }: Nearest): Askable => {
    const full = letterboxes.get(id)
    if (!full) return { can_be_asked: false, silent: true, lent: true, answers: 'rarely', distance }
    const { owner, letterbox, answers, reachable } = full
    return {
      can_be_asked: mayBeAsked(owner, reachable) && !owner.reseller,
      silent: letterbox.silent_since !== null,
      lent: hasLent(full, runningLoans, searchedIds, days),
      answers,
      distance,
    }
  }
  const inOrder: Nearest[] = []
  for (let begin = 0; begin < nearest.length; begin += PREFERRED_AMONG) {
    inOrder.push(...inAskingOrder(nearest.slice(begin, begin + PREFERRED_AMONG), askableOf))
  }
  return inOrder
}

interface ListQuery extends BoxQuery {
  limit?: number | undefined
  offset?: number | undefined
  prefer?: 'answers' | undefined
}

/**
 * The letterboxes in a box, those nearest to the caller, or to the box's centre, first; on request sorted by whom to
 * ask first. Leaves out blocked ones. `total` does not depend on the page. Throws `invalid_box` and `bad_request`.
 */
export async function listNearest(
  deps: Pick<Deps, 'letterboxFeed' | 'database' | 'clock' | 'config' | 'features'>,
  query: ListQuery,
  filter: IndexFilter,
  viewer: Viewer | null,
): Promise<LetterboxList> {
  const { orm } = deps.database
  const box = boxOf(query)
  const from = positionOf(query)
  const page = { limit: query.limit ?? LETTERBOX_LIST_LIMIT.default, offset: query.offset ?? 0 }
  const isPreferring = query.prefer === 'answers'
  const part = isPreferring ? wholeParts(page) : page
  const nearestWithout = (without: string[]) =>
    deps.letterboxFeed.index.nearest({ box, from: from ?? undefined, without, ...part, ...filter })

  async function findAll(list: NearestLetterboxes): Promise<Found> {
    const ids = list.letterboxes.map(({ id }) => id)
    if (ids.length === 0) return { letterboxes: new Map(), runningLoans: new Map() }
    const [found, runningLoans] = await Promise.all([
      findPublicLetterboxes(orm, ids),
      answerTo(deps, LENDING).findRunning(orm, ids),
    ])
    return { letterboxes: new Map(found.map((full) => [full.letterbox.id, full])), runningLoans }
  }

  // Blocks are rare, so the result without blocks is loaded while the blocks are being queried.
  const unblocked = nearestWithout([])
  const [without, foundUnblocked] = await Promise.all([
    viewer ? findBlockedLetterboxes(orm, viewer.id) : [],
    findAll(unblocked),
  ])
  const isBlocking = without.length > 0
  const { letterboxes: nearest, total } = isBlocking ? nearestWithout(without) : unblocked
  const found = isBlocking ? await findAll({ letterboxes: nearest, total }) : foundUnblocked
  const moment = momentOf(deps)
  const inOrder = isPreferring ? inParts(nearest, found, filter, moment.today) : nearest
  const isTaken = filter.withTaken ? deps.letterboxFeed.index.takenBy(filter) : () => false
  const begin = page.offset - part.offset
  const letterboxes = inOrder.slice(begin, begin + page.limit).flatMap(({ id, distance }) => {
    const full = found.letterboxes.get(id)
    if (!full) return []
    const reader = { loggedIn: viewer !== null }
    const shown = presentLetterbox(
      full,
      found.runningLoans,
      reader,
      moment,
      from && distance,
      filter.free,
    )
    return isTaken(id) ? { ...shown, taken: true as const } : shown
  })
  return { letterboxes, total }
}
