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

/**
 * Writes a PMTiles file with a few tiles: `z/x/y` and the stored bytes of each, below 128 bytes. Nothing is validated,
 * so the header may be wrong.
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
  const ids = stored.map(({ id }, i) => id - (stored[i - 1]?.id ?? 0))
  const numbers = [
    stored.length,
    ...ids,
    ...stored.map(() => 1),
    ...stored.map(({ bytes }) => bytes.length),
    // Offsets: the first is 0, written as 1; 0 means that a tile follows the previous one.
    ...stored.map((_, i) => (i === 0 ? 1 : 0)),
  ]
  const root = gzipSync(Uint8Array.from(numbers.flatMap(varint)))
  const text = typeof metadata === 'string' ? metadata : JSON.stringify(metadata)
  const parts = [root, gzipSync(text), Buffer.alloc(0), Buffer.concat(stored.map((t) => t.bytes))]
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  let offset = header.length
  for (const [i, { length }] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + i * 16)
    offset += length
  }
  header[7] = version
  header.set([1, 2, tileCompression, tileType, ...zooms], 96)
  for (const [i, degrees] of bounds.entries()) header.writeInt32LE(degrees * 1e7, 102 + i * 4)
  writeFileSync(path, Buffer.concat([header, ...parts]))
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}
