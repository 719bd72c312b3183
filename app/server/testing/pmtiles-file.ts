import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

export interface PmtilesFields {
  version: number
  tileCompression: number
  tileType: number
  zooms: [number, number]
  bounds: [number, number, number, number]
  metadata: object | string
}

const USUAL: PmtilesFields = {
  version: 3,
  tileCompression: 2,
  tileType: 1,
  zooms: [0, 14],
  bounds: [9.4, 47, 9.7, 47.3],
  metadata: { version: '4.0.0', vector_layers: [{ id: 'roads' }] },
}

/** Tiles of one directory; a file with more has a root that points to leaves. */
const TILES_A_LEAF = 4096

/**
 * Writes a PMTiles file: `z/x/y` and the stored bytes of each tile. Nothing is validated, so the header may be wrong.
 */
export function writePmtilesFile(
  path: string,
  tiles: Record<string, Buffer>,
  fields: Partial<PmtilesFields> = {},
): void {
  const { version, tileCompression, tileType, zooms, bounds, metadata } = { ...USUAL, ...fields }
  const stored = Object.entries(tiles)
    .map(([name, bytes]) => {
      const [z = 0, x = 0, y = 0] = name.split('/').map(Number)
      return { id: zxyToTileId(z, x, y), bytes }
    })
    .sort((a, b) => a.id - b.id)
  let offset = 0
  const entries = stored.map(({ id, bytes }) => {
    offset += bytes.length
    return { id, run: 1, offset: offset - bytes.length, length: bytes.length }
  })
  const { root, leaves } = directories(entries)
  const text = typeof metadata === 'string' ? metadata : JSON.stringify(metadata)
  const parts = [root, gzipSync(text), leaves, Buffer.concat(stored.map((tile) => tile.bytes))]
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  let start = header.length
  for (const [i, { length }] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(start), 8 + i * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + i * 16)
    start += length
  }
  header[7] = version
  header.set([1, 2, tileCompression, tileType, ...zooms], 96)
  for (const [i, degrees] of bounds.entries()) header.writeInt32LE(degrees * 1e7, 102 + i * 4)
  writeFileSync(path, Buffer.concat([header, ...parts]))
}

interface Entry {
  id: number
  /** 0 for a leaf. */
  run: number
  offset: number
  length: number
}

function directories(entries: readonly Entry[]) {
  if (entries.length <= TILES_A_LEAF) return { root: directory(entries), leaves: Buffer.alloc(0) }
  const leaves: Buffer[] = []
  const pointers: Entry[] = []
  let offset = 0
  for (let i = 0; i < entries.length; i += TILES_A_LEAF) {
    const leaf = directory(entries.slice(i, i + TILES_A_LEAF))
    pointers.push({ id: entries[i]?.id ?? 0, run: 0, offset, length: leaf.length })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directory(pointers), leaves: Buffer.concat(leaves) }
}

function directory(entries: readonly Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    // 0 would mean: directly after the previous one.
    ...entries.map(({ offset }) => offset + 1),
  ]
  return gzipSync(Uint8Array.from(numbers.flatMap(varint)))
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}
