import { VALIDATION } from '@letterlend/contract/errors.ts'
import { type Box, distanceInMetres, type Position } from '@letterlend/contract/geography.ts'
import {
  LETTERBOX_LIST_LIMIT,
  type LetterboxList,
  letterboxesApi,
  type OwnLetterbox,
} from '@letterlend/contract/letterboxes.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'
import { AppError, fieldError } from '../../http/errors.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import type { IndexFilter } from '../../map-index/letterbox-index.segment.ts'
import { answerHotTiles, filterOf, sendCached, tileHandler } from './letterbox-tiles.routes.ts'
import { lockOwn, type OwnAccount, type OwnLetterboxRow } from './letterboxes.ownership.ts'
import { presentLetterbox, presentOwnLetterbox } from './letterboxes.presenter.ts'
import { findLetterbox, findLetterboxOfUser, findPublicLetterboxes } from './letterboxes.queries.ts'
import { isVisible } from './letterboxes.rules.ts'
import {
  insertLetterbox,
  replaceItems,
  updateAddress,
  updateLocation,
  updateNames,
} from './letterboxes.writes.ts'

interface BoxQuery {
  north_east: Position
  south_west: Position
  latitude?: number | undefined
  longitude?: number | undefined
}

function boxOf({ north_east, south_west }: BoxQuery): Box {
  if (south_west.latitude > north_east.latitude) throw new AppError('invalid_box')
  return { northEast: north_east, southWest: south_west }
}

/** Where the caller is; half a position is a mistake. */
function positionOf({
  latitude,
  longitude,
}: Pick<BoxQuery, 'latitude' | 'longitude'>): Position | null {
  if (latitude === undefined && longitude === undefined) return null
  if (latitude === undefined || longitude === undefined) throw new AppError('bad_request')
  return { latitude, longitude }
}

/** Routes of letterboxes: what is on the map, and changes of the own one. */
export function addLetterboxRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps
  const feed = deps.letterboxFeed
  const { orm } = database
  answerHotTiles(app, feed)

  async function nearest(
    query: BoxQuery & { limit?: number | undefined },
    filter: IndexFilter,
    viewer: Viewer | null,
  ): Promise<LetterboxList> {
    const box = boxOf(query)
    const from = positionOf(query)
    const found = feed.index.nearest({
      ...filter,
      box,
      from: from ?? undefined,
      limit: query.limit ?? LETTERBOX_LIST_LIMIT.default,
    })
    const distances = new Map(found.letterboxes.map(({ id, distance }) => [id, distance]))
    const rows = await findPublicLetterboxes(orm, [...distances.keys()])
    const loggedIn = viewer !== null
    const now = clock()
    return {
      letterboxes: rows.map((row) =>
        presentLetterbox(row, { loggedIn }, now, from && (distances.get(row.letterbox.id) ?? null)),
      ),
      total: found.total,
    }
  }

  /** The own letterbox as it is now, after the map shows it so as well. */
  async function answerOwn(viewer: Viewer, now: Date): Promise<OwnLetterbox> {
    const full = await findLetterboxOfUser(orm, viewer.id)
    if (!full) throw new AppError('conflict')
    await feed.refresh([full.letterbox.id])
    return presentOwnLetterbox(full, now, viewer.id)
  }

  /** Runs a change of the own letterbox and answers with it as it is then, on the map as well. */
  async function change(
    viewer: Viewer,
    write: (tx: Db, letterbox: OwnLetterboxRow, account: OwnAccount, now: Date) => Promise<void>,
  ): Promise<OwnLetterbox> {
    const now = clock()
    await orm.transaction(async (tx) => {
      const { account, letterbox } = await lockOwn(tx, viewer)
      if (!letterbox) throw new AppError('conflict')
      await write(tx, letterbox, account, now)
    })
    return answerOwn(viewer, now)
  }

  registerEndpoints(
    app,
    deps,
    'letterboxes',
    letterboxesApi,
    {
      list: ({ query, viewer }) => nearest(query, filterOf(query), viewer),

      filterBySticker: ({ query, viewer }) => nearest(query, filterOf(query), viewer),

      tile: tileHandler(feed),

      stickerCounts: ({ query, request, reply }) =>
        sendCached(
          request,
          reply,
          feed.index.stickerCounts(boxOf(query), query.enable_messaging ?? false),
        ),

      async byId({ query, viewer }) {
        const full = await findLetterbox(orm, query.letterbox_id)
        if (!full || !isVisible(full, viewer)) throw new AppError('not_found')
        const from = positionOf(query)
        const shown = presentLetterbox(full, { loggedIn: viewer !== null }, clock())
        return { ...shown, distance: from && distanceInMetres(from, shown) }
      },

      resellers({ query, reply }) {
        reply.header('cache-control', 'no-store')
        const all = { ...query, limit: LETTERBOX_LIST_LIMIT.max }
        return nearest(all, { resellersOnly: true }, null)
      },

      async updateAddress({ body, viewer }) {
        const { firstname, lastname, ...address } = body
        const now = clock()
        await orm.transaction(async (tx) => {
          const { account, letterbox } = await lockOwn(tx, viewer)
          await updateNames(tx, account, { firstname, lastname })
          if (letterbox) await updateAddress(tx, letterbox, address, now)
          else await insertLetterbox(tx, account, address, now)
        })
        return answerOwn(viewer, now)
      },

      updateLocation: ({ body, viewer }) =>
        change(viewer, (tx, letterbox, account, now) =>
          updateLocation(tx, { letterbox, account }, body, now),
        ),

      updateItems: ({ body, viewer }) =>
        change(viewer, async (tx, letterbox) => {
          if (!(await replaceItems(tx, letterbox, body.selected_items_id, clock()))) {
            throw fieldError('selected_items_id', VALIDATION.item)
          }
        }),
    },
    // A tile costs no more than counting requests does, and a map asks for dozens at once.
    { tile: false },
  )
}
