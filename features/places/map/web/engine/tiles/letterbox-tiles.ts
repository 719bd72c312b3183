import type { Cluster, Pin, Tile } from '#features/places/letterboxes/contract.ts'
import type { TileFilter, TileRequest } from '#features/places/letterboxes/web/data/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import { TileCache } from './tile-cache.ts'
import {
  type CoverTile,
  childTiles,
  coarserTiles,
  contains,
  coverTiles,
  grow,
  isDivided,
  isInside,
  isInTile,
  tileKey,
  tileZoom,
  type ViewBox,
} from './tile-cover.ts'

export interface TileContent {
  pins: Pin[]
  clusters: Cluster[]
}

export interface TilesState {
  loading: boolean
  failed: boolean
}

interface TilesOptions {
  load: (request: TileRequest) => Promise<Tile>
  onContent: (content: TileContent) => void
  onState: (state: TilesState) => void
}

/** Equal for filters with the same result. */
function filterKey({ stickerIds, match, messagingOnly, free }: TileFilter): string {
  return `${[...stickerIds].sort()}${match}${messagingOnly}${free?.from}${free?.until}${free?.withTaken}`
}

/** The same place on another copy of the world. */
function inWorld<T extends Position>(place: T, world: number): T {
  return world === 0 ? place : { ...place, longitude: place.longitude + world * 360 }
}

/** How far around the view tiles are loaded, as a share of its size, so that short pans need no new tiles. */
const MARGIN = 0.25
const CACHED_TILES = 400
/** How many zooms finer the tiles may be that replace a missing one. */
const STAND_IN_ZOOMS = 4
/**
 * Retry delays after failures, doubled up to the maximum. Often only a successful request shows that the network is
 * back.
 */
const RETRY_FIRST = 1000
const RETRY_LAST = 5000

/** A tile and its content. */
interface Leaf {
  tile: CoverTile
  answer: TileContent
}

/** The part of a response that lies in a tile. */
function partOf({ letterboxes, clusters }: Tile, tile: CoverTile): Leaf {
  const inTile = (place: Position) => isInTile(tile, place)
  return { tile, answer: { pins: letterboxes.filter(inTile), clusters: clusters.filter(inTile) } }
}

/**
 * Loads the tiles under the view and passes on their pins and clusters, shifted to the visible copy of the world. Only
 * the newest view counts: requests that it does not need are aborted.
 */
export class LetterboxTiles {
  readonly #options: TilesOptions
  readonly #cache = new TileCache<Tile>(CACHED_TILES)
  readonly #running = new Map<string, AbortController>()
  #filter: TileFilter = { stickerIds: [], match: 'any', messagingOnly: false }
  #view: { box: ViewBox; zoom: number } | null = null
  #area: ViewBox | null = null
  #areaZoom = -1
  /** Failed tiles that wait for a retry. */
  #failed = new Set<string>()
  /** Failed tiles without a successful response since. */
  readonly #lost = new Set<string>()
  #pause = RETRY_FIRST
  #stale = new Set<string>()
  #published = ''
  #retry: ReturnType<typeof setTimeout> | undefined
  #publishing: ReturnType<typeof setTimeout> | undefined

  constructor(options: TilesOptions) {
    this.#options = options
  }

  /** Call after every movement. Requests nothing while the view stays inside the loaded area. */
  show(box: ViewBox, zoom: number): void {
    this.#view = { box, zoom }
    if (this.#area && this.#areaZoom === zoom && contains(this.#area, box)) return
    this.#area = grow(box, MARGIN)
    this.#areaZoom = zoom
    this.#update(false)
  }

  setFilter(filter: TileFilter): void {
    if (filterKey(filter) === filterKey(this.#filter)) return
    this.#filter = filter
    this.#restart()
  }

  /** Reloads the visible tiles; `fresh` bypasses the browser's cache after the user changed something. */
  refresh(fresh: boolean): void {
    // Each tile stays until its new content arrives, and is requested only when it is visible.
    this.#stale = new Set(this.#cache.keys())
    this.#update(fresh)
  }

  destroy(): void {
    clearTimeout(this.#retry)
    clearTimeout(this.#publishing)
    for (const controller of this.#running.values()) controller.abort()
    this.#running.clear()
    this.#view = null
    this.#area = null
  }

  #restart(): void {
    this.#area = null
    if (this.#view) this.show(this.#view.box, this.#view.zoom)
  }

  #key(tile: CoverTile): string {
    return `${filterKey(this.#filter)}/${tileKey(tile)}`
  }

  /** The finest loaded tiles over the area, and those still to be loaded. */
  #leaves(): { loaded: Leaf[]; missing: CoverTile[] } {
    const area = this.#area
    const loaded: Leaf[] = []
    const missing: CoverTile[] = []
    if (!area) return { loaded, missing }
    const queue = coverTiles(area, tileZoom(this.#areaZoom))
    for (let tile = queue.pop(); tile; tile = queue.pop()) {
      const answer = this.#cache.get(this.#key(tile))
      if (!answer) missing.push(tile)
      else if (answer.clusters.length > 0 && isDivided(tile.z, answer.total, this.#areaZoom)) {
        queue.push(...childTiles(tile, area))
      } else {
        loaded.push({ tile, answer: { pins: answer.letterboxes, clusters: answer.clusters } })
      }
    }
    return { loaded, missing }
  }

  /** Replacements for a tile that cannot be loaded: content of a coarser zoom, or else of finer ones. */
  #standIns(tile: CoverTile, area: ViewBox): Leaf[] {
    for (const coarser of coarserTiles(tile)) {
      const answer = this.#cache.get(this.#key(coarser))
      if (answer) return [partOf(answer, tile)]
    }
    const finer = (from: CoverTile, depth: number): Leaf[] =>
      childTiles(from, area).flatMap((child) => {
        const answer = this.#cache.get(this.#key(child))
        if (answer) return partOf(answer, child)
        return depth > 1 ? finer(child, depth - 1) : []
      })
    return finer(tile, STAND_IN_ZOOMS)
  }

  #update(fresh: boolean): void {
    const { loaded, missing } = this.#leaves()
    const outdated = loaded
      .map(({ tile }) => tile)
      .filter((tile) => this.#stale.has(this.#key(tile)))
    const wantedTiles = new Map([...missing, ...outdated].map((tile) => [this.#key(tile), tile]))
    for (const [key, controller] of this.#running) {
      if (wantedTiles.has(key)) continue
      controller.abort()
      this.#running.delete(key)
    }
    for (const [key, tile] of wantedTiles) {
      if (!this.#running.has(key) && !this.#failed.has(key)) this.#request(key, tile, fresh)
    }
    this.#options.onState({ loading: this.#running.size > 0, failed: this.#failed.size > 0 })
    // One drawing for everything that arrived meanwhile, in a separate task, because drawing takes the most time.
    this.#publishing ??= setTimeout(() => this.#publish())
  }

  #request(key: string, tile: CoverTile, fresh: boolean): void {
    const controller = new AbortController()
    this.#running.set(key, controller)
    const { z, x, y } = tile
    this.#options.load({ z, x, y, filter: this.#filter, fresh, signal: controller.signal }).then(
      (answer) => {
        this.#cache.set(key, answer)
        this.#pause = RETRY_FIRST
        // The network is back, so the other failed tiles are retried too.
        if (this.#lost.delete(key)) this.#failed.clear()
        this.#settle(key, controller)
      },
      () => {
        if (controller.signal.aborted) return
        this.#failed.add(key)
        this.#lost.add(key)
        this.#retry ??= setTimeout(() => this.#tryAgain(), this.#pause)
        this.#settle(key, controller)
      },
    )
  }

  #settle(key: string, controller: AbortController): void {
    // An aborted request may still be answered; the answer is cached, but nothing waits for it.
    if (this.#running.get(key) !== controller) return
    this.#running.delete(key)
    this.#stale.delete(key)
    this.#update(false)
  }

  #tryAgain(): void {
    this.#retry = undefined
    this.#pause = Math.min(this.#pause * 2, RETRY_LAST)
    this.#failed.clear()
    this.#update(false)
  }

  /** A new zoom or filter replaces the old content only when it is complete; panning adds to it. */
  #publish(): void {
    this.#publishing = undefined
    const loading = this.#running.size > 0
    const kind = `${this.#areaZoom} ${this.#key({ z: 0, x: 0, y: 0, world: 0 })}`
    if (loading && this.#published !== '' && this.#published !== kind) return
    if (!loading) this.#published = kind
    const area = this.#area
    if (!area) return
    const pins = new Map<string, Pin>()
    const clusters: Cluster[] = []
    const { loaded, missing } = this.#leaves()
    const lostTiles = missing.filter((tile) => this.#lost.has(this.#key(tile)))
    for (const { tile, answer } of [
      ...loaded,
      ...lostTiles.flatMap((tile) => this.#standIns(tile, area)),
    ]) {
      // Tiles reach far beyond the view, and most of their markers would be invisible.
      const inArea = <T extends Position>(positions: readonly T[]) =>
        positions.map((one) => inWorld(one, tile.world)).filter((one) => isInside(area, one))
      // Each letterbox once: one that was moved may be in two tiles until both are reloaded.
      for (const pin of inArea(answer.pins)) pins.set(`${pin.id} ${tile.world}`, pin)
      clusters.push(...inArea(answer.clusters))
    }
    this.#options.onContent({ pins: [...pins.values()], clusters })
  }
}
