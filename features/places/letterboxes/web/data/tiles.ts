import { reach, urlOf } from '#platform/web/data/api-client.ts'
import { noteMapAge } from '#platform/web/data/map-age.ts'
import { readToken } from '#platform/web/data/session-token.ts'
import type { Tile } from '../../contract.ts'
import { type StickerSelection, stickerQuery } from './sticker-query.ts'

/** What the map is filtered by: letterboxes that lend these items and, if asked for, take messages. */
export interface TileFilter extends StickerSelection {
  messagingOnly: boolean
}

export interface TileRequest {
  z: number
  x: number
  y: number
  filter: TileFilter
  /** Ask the server even when the browser has a recent answer. */
  fresh: boolean
  signal: AbortSignal
}

export const TILE_PATH = '/letterboxes/tiles/:z/:x/:y'

export const tileQuery = (filter: TileFilter) => ({
  ...stickerQuery(filter),
  enable_messaging: filter.messagingOnly ? 'true' : undefined,
})

/**
 * Loads one tile. Tiles are the same for everyone, so no token is sent and caches in between may answer.
 * Members may just have moved their own letterbox, so for them the browser's copy is revalidated.
 */
export async function loadTile({ z, x, y, filter, fresh, signal }: TileRequest): Promise<Tile> {
  const url = urlOf(TILE_PATH, { z, x, y }, tileQuery(filter))
  const cache = fresh || readToken() !== null ? 'no-cache' : 'default'
  const answer = await reach(url, { signal, cache, headers: { Accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The tile ${z}/${x}/${y} answered ${answer.status}.`)
  noteMapAge(answer)
  return answer.json() as Promise<Tile>
}
