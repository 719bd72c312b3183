import type { FastifyInstance } from 'fastify'
import { tellOfPlace } from '#features/people/newcomers/server/door.ts'
import { LENDING } from '#features/places/letterboxes/lent/server/door.ts'
import { lockOwn } from '#features/places/letterboxes/members/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import { answerTo } from '#platform/server/questions.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { readTypedAddress } from '#platform/shared/input/house-number.ts'
import { type FoundLine, LETTERBOX_LIST_LIMIT, letterboxesApi } from '../contract.ts'
import { answerOwn, changeOwn } from './changing.ts'
import { findByAddress } from './letterbox-addresses.queries.ts'
import { findByLine, MOST_LINES } from './letterbox-lines.queries.ts'
import { filterOf, freeDaysOf, tileHandler } from './letterbox-tiles.routes.ts'
import { findVisibleLetterbox, isLetterboxVisible } from './letterboxes.queries.ts'
import { boxOf, distanceFrom, listNearest, positionOf } from './listing.ts'
import { checkNewSpot, findNewAddress } from './moving.ts'
import { presentLetterbox } from './presenter.ts'
import { type LineRefusal, TEXT_SCREENING } from './questions.ts'
import {
  insertLetterbox,
  replaceItems,
  updateAddress,
  updateCopies,
  updateLine,
  updateLocation,
  updateNames,
} from './writes.ts'

const LINE_REFUSED: Record<LineRefusal, string> = {
  link: VALIDATION.lineLink,
  phone: VALIDATION.linePhone,
  money: VALIDATION.lineMoney,
}

/** How many of the nearest lines are looked at for those that are free on some days. */
const LINES_TO_CHOOSE_FROM = 100

/** Routes of public letterboxes, and for changes to the caller's own. */
export function addLetterboxRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock, config } = deps
  const feed = deps.letterboxFeed
  const { orm } = database
  const lending = answerTo(deps, LENDING)
  const screen = answerTo(deps, TEXT_SCREENING)

  registerEndpoints(
    app,
    deps,
    'letterboxes',
    letterboxesApi,
    {
      list: ({ query, viewer }) => listNearest(deps, query, filterOf(query, deps), viewer),

      filterBySticker: ({ query, viewer }) =>
        listNearest(deps, query, filterOf(query, deps), viewer),

      tile: tileHandler(deps),

      stickerCounts: ({ query }) =>
        feed.index.stickerCounts(boxOf(query), {
          messagingOnly: query.enable_messaging,
          free: freeDaysOf(query, deps),
        }),

      async byId({ query, viewer }) {
        const from = positionOf(query)
        const days = freeDaysOf(query, deps)
        const [full, runningLoans] = await Promise.all([
          findVisibleLetterbox(orm, query.letterbox_id, viewer),
          lending.findRunning(orm, [query.letterbox_id]),
        ])
        if (!full) throw new AppError('not_found')
        const reader = { loggedIn: viewer !== null }
        const distance = distanceFrom(from)(full.letterbox)
        return presentLetterbox(full, runningLoans, reader, momentOf(deps), distance, days)
      },

      async thanks({ query, viewer, reply }) {
        const [isVisible, thanks] = await Promise.all([
          isLetterboxVisible(orm, query.id, viewer),
          lending.listShownThanks(orm, query.id, config.timeZone),
        ])
        if (!isVisible) throw new AppError('not_found')
        reply.header('cache-control', 'no-store')
        return thanks
      },

      async byAddress({ query, viewer }) {
        const near = positionOf(query)
        const address = readTypedAddress(query.q)
        return address ? findByAddress(orm, address, near, viewer?.id ?? null) : []
      },

      async byLine({ query, viewer }) {
        const viewerId = viewer?.id ?? null
        const free = freeDaysOf(query, deps)
        if (!free) return findByLine(orm, query.q, query, viewerId)
        const found = await findByLine(orm, query.q, query, viewerId, LINES_TO_CHOOSE_FROM)
        const isFree = ({ id, item }: FoundLine) => feed.index.isFree(id, item.id, free)
        return found.filter(isFree).slice(0, MOST_LINES)
      },

      resellers({ query, viewer }) {
        const all = { ...query, limit: LETTERBOX_LIST_LIMIT.max }
        return listNearest(deps, all, { resellersOnly: true }, viewer)
      },

      async updateAddress({ body, viewer }) {
        const { firstname, lastname, ...address } = body
        const now = clock()
        const found = await findNewAddress(deps, { managedBy: viewer.id }, address)
        await orm.transaction(async (tx) => {
          const { account, letterbox } = await lockOwn(tx, viewer)
          await updateNames(tx, account, { firstname, lastname })
          if (letterbox) await updateAddress(tx, letterbox, address, found, now)
          else await insertLetterbox(tx, account, address, now)
          await tellOfPlace(tx, deps, viewer)
        })
        return answerOwn(deps, viewer)
      },

      async updateLocation({ body, viewer }) {
        const { certain, ...location } = body
        if (!certain) await checkNewSpot(deps, { managedBy: viewer.id }, location)
        return changeOwn(deps, viewer, async (tx, letterbox, account, now) => {
          await updateLocation(tx, { letterbox, account }, location, now)
          await tellOfPlace(tx, deps, viewer)
        })
      },

      updateItems: ({ body, viewer }) =>
        changeOwn(deps, viewer, async (tx, letterbox) => {
          if (!(await replaceItems(tx, letterbox, body.selected_items_id, clock()))) {
            throw fieldError('selected_items_id', VALIDATION.item)
          }
        }),

      updateItemCopies: ({ body, viewer }) =>
        changeOwn(deps, viewer, async (tx, letterbox) => {
          if (!(await updateCopies(tx, letterbox, body))) {
            throw fieldError('item_id', VALIDATION.item)
          }
        }),

      async updateItemLine({ body, viewer }) {
        const [refusal] = body.line === null ? [] : screen(body.line)
        if (refusal) throw fieldError('line', LINE_REFUSED[refusal])
        return changeOwn(deps, viewer, async (tx, letterbox, _account, now) => {
          if (!(await updateLine(tx, letterbox, body, now))) {
            throw fieldError('item_id', VALIDATION.item)
          }
        })
      },
    },
    // Tiles are not rate-limited: a tile costs no more than the counting would, and a map requests dozens at once.
    {
      tile: false,
      byAddress: 'single_letterboxes',
      byLine: 'single_letterboxes',
    },
    { tile: feed.responses, stickerCounts: feed.responses },
  )
}
