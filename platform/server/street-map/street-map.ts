import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { StreetMapInfo } from '#platform/shared/street-map.ts'
import { readAddressLists, type Street } from './address-list.ts'
import { StreetMapFile } from './street-map-file.ts'

/** Holds all of a small region, and the most used tiles of a large one. */
const MAX_BYTES = 16 * 1024 * 1024

export interface StreetTile {
  gzipped: Buffer
  /** Strong: the hash of the gzipped bytes. */
  etag: string
}

/** The street tiles of a community's regions, from its own files. */
export class StreetMap {
  /** Zoom levels and bounds; null without any file. */
  readonly extent: Pick<StreetMapInfo, 'minzoom' | 'maxzoom' | 'bounds'> | null
  /** With house numbers, for files with an address list. */
  readonly streets: readonly Street[]
  readonly #files: readonly StreetMapFile[]
  readonly #tiles = new LRUCache<string, StreetTile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ gzipped }) => gzipped.length,
  })

  private constructor(files: readonly StreetMapFile[], streets: readonly Street[]) {
    this.#files = files
    this.streets = streets
    this.extent = extentOf(files)
  }

  /**
   * @param paths of PMTiles files; if several contain a tile, the first one wins. Beside `region.pmtiles` there may be
   * `region.addresses.json.gz` Throws a ConfigError for a file that cannot be used.
   */
  static async open(paths: readonly string[]): Promise<StreetMap> {
    const files: StreetMapFile[] = []
    try {
      for (const path of paths) files.push(await StreetMapFile.open(path))
      return new StreetMap(files, await readAddressLists(paths))
    } catch (error) {
      await Promise.all(files.map((file) => file.close()))
      throw error
    }
  }

  /** Whether the files have this zoom level. */
  hasZoom(z: number): boolean {
    return this.extent !== null && z >= this.extent.minzoom && z <= this.extent.maxzoom
  }

  /** How many zooms some files have beyond the deepest one that all have. */
  get unusedZooms(): number {
    const deepest = this.#files.map(({ header }) => header.maxZoom)
    return Math.max(...deepest) - Math.min(...deepest)
  }

  /** The tile, synchronously if it is cached; null if no file has it. */
  tile(z: number, x: number, y: number): StreetTile | Promise<StreetTile | null> {
    return this.#tiles.get(`${z}/${x}/${y}`) ?? this.#read(z, x, y)
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()))
  }

  async #read(z: number, x: number, y: number): Promise<StreetTile | null> {
    for (const file of this.#files) {
      const gzipped = await file.tile(z, x, y)
      if (!gzipped) continue
      const tile = { gzipped, etag: `"${hash('sha1', gzipped, 'base64url')}"` }
      this.#tiles.set(`${z}/${x}/${y}`, tile)
      return tile
    }
    return null
  }
}

function extentOf(files: readonly StreetMapFile[]): StreetMap['extent'] {
  if (files.length === 0) return null
  const headers = files.map(({ header }) => header)
  return {
    minzoom: Math.min(...headers.map(({ minZoom }) => minZoom)),
    // Clients scale up tiles beyond this zoom, so every region has to have it.
    maxzoom: Math.min(...headers.map(({ maxZoom }) => maxZoom)),
    bounds: [
      Math.min(...headers.map(({ minLon }) => minLon)),
      Math.min(...headers.map(({ minLat }) => minLat)),
      Math.max(...headers.map(({ maxLon }) => maxLon)),
      Math.max(...headers.map(({ maxLat }) => maxLat)),
    ],
  }
}
