import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import {
  Compression,
  type Header,
  PMTiles,
  type RangeResponse,
  ResolvedValueCache,
  type Source,
  TileType,
} from 'pmtiles'
import { ConfigError } from '../config.ts'
import { openRegular } from '../regular-file.ts'
import { refuse } from './refusal.ts'

/** Longer than any tile or directory; a greater length means that the file is damaged. */
const MAX_READ_BYTES = 64 * 1024 * 1024
/** Cache size; each directory has a few thousand tiles. */
const MAX_DIRECTORIES = 200
/** The layers and attributes have to be those of Protomaps' version 4. */
const SCHEMA_VERSION = /^4(\.|$)/
const NEEDED_LAYER = 'roads'
const DEEPEST_ZOOM = 22

const unzip = promisify(gunzip)
const zip = promisify(gzip)

const bytesOf = ({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer =>
  new Uint8Array(buffer, byteOffset, byteLength).slice().buffer

/** Decompresses directories and metadata; tiles are passed on as they are. */
async function decompress(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return data
  if (compression !== Compression.Gzip) throw new Error(`Compression ${compression}`)
  return bytesOf(await unzip(new Uint8Array(data), { maxOutputLength: MAX_READ_BYTES }))
}

class FileSource implements Source {
  readonly #path: string
  readonly #file: FileHandle

  constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  getKey(): string {
    return this.#path
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    if (length > MAX_READ_BYTES) throw new Error(`${length} bytes of ${this.#path}`)
    const bytes = new Uint8Array(length)
    const { bytesRead } = await this.#file.read(bytes, 0, length, offset)
    if (bytesRead === length) return { data: bytes.buffer }
    // The first read requests more than a small file has; at any other offset that is an error.
    if (offset > 0) throw new Error(`${this.#path} has ended`)
    return { data: bytes.slice(0, bytesRead).buffer }
  }
}

interface Metadata {
  version?: unknown
  vector_layers?: { id?: unknown }[]
}

interface Opened {
  header: Header
  metadata: Metadata
  size: number
}

/** Reasons why a file cannot be used, as the rest of a sentence; the first match is reported. */
const FLAWS: [flaw: string, has: (opened: Opened) => boolean][] = [
  ['is not a PMTiles file of version 3', ({ header }) => header.specVersion !== 3],
  ['contains no vector tiles', ({ header }) => header.tileType !== TileType.Mvt],
  [
    'has tiles that are not compressed with gzip',
    ({ header: { tileCompression } }) =>
      tileCompression !== Compression.Gzip && tileCompression !== Compression.None,
  ],
  [
    'is cut off: copy it again',
    ({ header: { tileDataOffset, tileDataLength = 0 }, size }) =>
      tileDataOffset + tileDataLength > size,
  ],
  [
    'is damaged: its zooms or bounds are impossible',
    ({ header }) =>
      header.minZoom > header.maxZoom ||
      header.maxZoom > DEEPEST_ZOOM ||
      header.minLon < -180 ||
      header.maxLon > 180 ||
      header.minLon >= header.maxLon ||
      header.minLat >= header.maxLat,
  ],
  [
    'is not in the layers of the Protomaps Basemap v4',
    ({ metadata: { version, vector_layers } }) =>
      !vector_layers?.some(({ id }) => id === NEEDED_LAYER) ||
      (typeof version === 'string' && !SCHEMA_VERSION.test(version)),
  ],
]

/** The tiles of a region in one PMTiles file, which stays open. */
export class StreetMapFile {
  readonly header: Header
  readonly #file: FileHandle
  readonly #archive: PMTiles

  private constructor(file: FileHandle, archive: PMTiles, header: Header) {
    this.#file = file
    this.#archive = archive
    this.header = header
  }

  /** Throws a {@link ConfigError} that names the file and the problem. */
  static async open(path: string): Promise<StreetMapFile> {
    const file = await openRegular(path).catch(() => {
      throw refuse(path, 'does not exist, or may not be read')
    })
    try {
      const stored = async (data: ArrayBuffer) => data
      // Caches results but, unlike the package's other cache, no failures.
      const kept = new ResolvedValueCache(MAX_DIRECTORIES, false, decompress)
      const source = new FileSource(path, file)
      const { size } = await file.stat()
      const header = await kept.getHeader(source)
      const metadata = await readMetadata(source, header)
      const [flaw] = FLAWS.find(([, has]) => has({ header, metadata, size })) ?? []
      if (flaw) throw refuse(path, flaw)
      return new StreetMapFile(file, new PMTiles(source, kept, stored), header)
    } catch (error) {
      await file.close()
      if (error instanceof ConfigError) throw error
      throw refuse(path, 'is not a PMTiles file of version 3, or a damaged one')
    }
  }

  /** Gzipped; null if the file does not have the tile. Throws if the file is damaged. */
  async tile(z: number, x: number, y: number): Promise<Buffer | null> {
    const tile = await this.#archive.getZxy(z, x, y)
    if (!tile || tile.data.byteLength === 0) return null
    const bytes = Buffer.from(tile.data)
    return this.header.tileCompression === Compression.Gzip ? bytes : zip(bytes)
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

async function readMetadata(source: Source, header: Header): Promise<Metadata> {
  const { data } = await source.getBytes(header.jsonMetadataOffset, header.jsonMetadataLength)
  const text = Buffer.from(await decompress(data, header.internalCompression)).toString()
  return JSON.parse(text)
}
