import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Tile } from '../../contract.ts'
import { LETTERBOX_KINDS } from '../../letterbox-kinds.ts'
import { parseId } from './ids.ts'
import { SILENT_FLAG } from './segment.ts'
import { tileJson } from './tile-json.ts'
import type { TileTarget } from './tiles.ts'

/** Writes a tile with these contents and parses the result. */
function written({ letterboxes, clusters, total }: Tile): unknown {
  const bytes = tileJson((target) => {
    for (const pin of letterboxes) addPin(pin, target)
    for (const { latitude, longitude, count } of clusters) {
      target.cluster(latitude, longitude, count)
    }
    return total
  })
  return JSON.parse(Buffer.from(bytes).toString())
}

function addPin(
  { id, latitude, longitude, kind, silent, taken }: Tile['letterboxes'][number],
  target: TileTarget,
) {
  const ids = new Uint32Array(4)
  parseId(id, ids, 0)
  const flags = Uint8Array.of(LETTERBOX_KINDS.indexOf(kind) | (silent ? SILENT_FLAG : 0))
  target.pin({ ids, coordinates: Float64Array.of(latitude, longitude), flags }, 0, taken)
}

const degrees = (limit: number) =>
  fc.oneof(
    fc.double({ min: -limit, max: limit, noNaN: true }),
    fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map((units) => units / 1e7),
    fc.integer({ min: -limit, max: limit }),
    fc.constantFrom(0, -0, 1e-7, -1e-7, 1.5e-9, 0.1, limit, -limit, 10, 99.9999999),
  )
const position = { latitude: degrees(90), longitude: degrees(180) }
const tile = fc.record({
  letterboxes: fc.array(
    fc.record(
      {
        id: fc.uuid(),
        ...position,
        kind: fc.constantFrom(...LETTERBOX_KINDS),
        silent: fc.constant(true as const),
        taken: fc.constant(true as const),
      },
      { requiredKeys: ['id', 'latitude', 'longitude', 'kind'] },
    ),
  ),
  clusters: fc.array(fc.record({ ...position, count: fc.nat() })),
  total: fc.nat(),
})

it('the JSON of a tile equals that of JSON.stringify', () => {
  fc.assert(
    fc.property(tile, (some) => {
      expect(written(some)).toEqual(JSON.parse(JSON.stringify(some)))
    }),
    { numRuns: 1000 },
  )
})

it('the JSON buffer has room for the longest possible tile', () => {
  const longest = { latitude: -12.345678901234567, longitude: -1.2345678901234567e-101 }
  const id = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
  const full = {
    letterboxes: Array.from({ length: 256 }, () => ({
      id,
      ...longest,
      kind: 'messaging_active' as const,
      silent: true as const,
    })),
    clusters: [],
    total: 256,
  }
  expect(written(full)).toEqual(full)
})
