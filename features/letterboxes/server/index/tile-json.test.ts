import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LETTERBOX_KINDS } from '../../letterbox-kinds.ts'
import { tileJson } from './tile-json.ts'

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
    fc.record({ id: fc.uuid(), ...position, kind: fc.constantFrom(...LETTERBOX_KINDS) }),
  ),
  clusters: fc.array(fc.record({ ...position, count: fc.nat() })),
  total: fc.nat(),
})

it('is what JSON.stringify makes of a tile', () => {
  fc.assert(
    fc.property(tile, (some) => {
      expect(JSON.parse(tileJson(some).toString())).toEqual(JSON.parse(JSON.stringify(some)))
    }),
    { numRuns: 1000 },
  )
})

it('has room for the longest tile there can be', () => {
  const longest = { latitude: -12.345678901234567, longitude: -1.2345678901234567e-101 }
  const id = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
  const full = {
    letterboxes: Array.from({ length: 256 }, () => ({
      id,
      ...longest,
      kind: 'messaging_active' as const,
    })),
    clusters: [],
    total: 256,
  }
  expect(JSON.parse(tileJson(full).toString())).toEqual(full)
})
