import { reach, urlOf } from '#platform/web/data/api-client.ts'
import { noteMapAge } from '#platform/web/data/map-age.ts'
import { readToken } from '#platform/web/data/session-token.ts'
import type { Tile } from '../../contract.ts'
import { daysQuery, type FreeDays, type StickerSelection, stickerQuery } from './sticker-query.ts'

/** Filter of the map: letterboxes that lend these items and, optionally, have them on some days and take messages. */
export interface TileFilter extends StickerSelection {
  messagingOnly: boolean
  free?: FreeDays | null | undefined
}

export interface TileRequest {
  z: number
  x: number
  y: number
  filter: TileFilter
  /** Requests the tile from the server even if the browser has a fresh copy. */
  fresh: boolean
  signal: AbortSignal
}

export const TILE_PATH = '/letterboxes/tiles/:z/:x/:y'

export const tileQuery = (filter: TileFilter) => ({
  ...stickerQuery(filter),
  ...daysQuery(filter.free),
  enable_messaging: filter.messagingOnly ? 'true' : undefined,
})

/**
 * Loads one tile. Tiles are the same for everyone, so no token is sent and shared caches may answer. A member may have
 * just moved their letterbox, so for members the browser's copy is revalidated.
 */
export async function loadTile({ z, x, y, filter, fresh, signal }: TileRequest): Promise<Tile> {
  const url = urlOf(TILE_PATH, { z, x, y }, tileQuery(filter))
  const cache = fresh || readToken() !== null ? 'no-cache' : 'default'
  const answer = await reach(url, { signal, cache, headers: { Accept: 'application/json' } })
  if (!answer.ok) throw new Error(`The tile ${z}/${x}/${y} answered ${answer.status}.`)
  noteMapAge(answer)
  return answer.json() as Promise<Tile>
}
