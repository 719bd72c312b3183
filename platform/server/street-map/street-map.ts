import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { StreetMapInfo } from '#platform/shared/street-map.ts'
import { readAddressLists, type Street } from './address-list.ts'
import { StreetMapFile } from './street-map-file.ts'

/** All of a small region; of a large one what is looked at. */
const MAX_BYTES = 16 * 1024 * 1024

export interface StreetTile {
  gzipped: Buffer
  /** Strong, of the gzipped bytes. */
  etag: string
}

/** The streets of a community's regions, out of its own files. */
export class StreetMap {
  /** How far they reach; null without any. */
  readonly extent: Pick<StreetMapInfo, 'minzoom' | 'maxzoom' | 'bounds'> | null
  /** With their house numbers, as far as there are address lists beside the files. */
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
   * @param paths of PMTiles files; where several have a tile, the first one's is taken. Beside
   *   `region.pmtiles` there may be `region.addresses.json.gz`
   * Throws a ConfigError for one that cannot be used.
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

  /** Whether this zoom is one of those that are kept. */
  hasZoom(z: number): boolean {
    return this.extent !== null && z >= this.extent.minzoom && z <= this.extent.maxzoom
  }

  /** The tile, at once when it was asked for lately; null where no file has anything. */
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
    // Past it one draws larger what is there: no region may have less than this.
    maxzoom: Math.min(...headers.map(({ maxZoom }) => maxZoom)),
    bounds: [
      Math.min(...headers.map(({ minLon }) => minLon)),
      Math.min(...headers.map(({ minLat }) => minLat)),
      Math.max(...headers.map(({ maxLon }) => maxLon)),
      Math.max(...headers.map(({ maxLat }) => maxLat)),
    ],
  }
}
