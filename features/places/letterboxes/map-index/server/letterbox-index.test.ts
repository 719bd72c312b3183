import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isTaken,
  type PromisedLoan,
  type PromisedThing,
} from '#features/places/letterboxes/lent/server/door.ts'
import { type Box, distanceInMetres } from '#platform/shared/geography.ts'
import { MAX_TILE_PINS, MAX_TILE_ZOOM } from '../../contract.ts'
import { LETTERBOX_KINDS } from '../../letterbox-kinds.ts'
import { centreOf } from './boxes.ts'
import type { SegmentBuilder } from './build.ts'
import { community, randomNumbers } from './letterbox-index.fixtures.ts'
import { LetterboxIndex } from './letterbox-index.ts'
import { columnOf, rowOf, SIDE } from './morton.ts'
import { metresToCell } from './nearest.ts'
import type { IndexFilter, IndexRow } from './segment.ts'
import type { IndexChange } from './snapshot.ts'

const STICKERS = 4

/** The small range makes ids collide, so that some changes hit existing letterboxes. */
const id = fc
  .integer({ min: 0, max: 60 })
  .map((n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`)
const NOT_THERE = '00000000-0000-4000-8000-0000000000ff'

/** Corners of the world, one crowded house, a street, and anywhere. */
const latitude = fc.oneof(
  fc.constantFrom(-90, 90, 89.99, -85.06, 85.0511, 0, 47.37),
  fc.double({ min: 47.369, max: 47.371, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
)
const longitude = fc.oneof(
  fc.constantFrom(-180, 180, 179.999, -179.999, 0, 8.54),
  fc.double({ min: 8.539, max: 8.541, noNaN: true }),
  fc.double({ min: -180, max: 180, noNaN: true }),
)
const row: fc.Arbitrary<IndexRow> = fc.record({
  id,
  latitude,
  longitude,
  kind: fc.constantFrom(...LETTERBOX_KINDS),
  messaging: fc.boolean(),
  silent: fc.boolean(),
  stickers: fc.uniqueArray(fc.integer({ min: 1, max: STICKERS })),
})
const change: fc.Arbitrary<IndexChange> = fc.oneof(
  { weight: 3, arbitrary: row.map((r) => ({ id: r.id, row: r })) },
  { weight: 1, arbitrary: id.map((gone) => ({ id: gone, row: null })) },
)
/** Days of one week. */
const day = fc.integer({ min: 1, max: 7 }).map((n) => `2026-12-0${n}`)
const TODAY = '2026-12-01'
const spanOfDays = fc.tuple(day, day).map(([a, b]) => (a < b ? [a, b] : [b, a]) as [string, string])
const loan: fc.Arbitrary<PromisedLoan> = fc
  .tuple(spanOfDays, fc.boolean())
  .map(([[from, end], handed_over]) => ({ from, end, handed_over }))
const promised: fc.Arbitrary<PromisedThing[]> = fc.uniqueArray(
  fc.record({
    item_id: fc.integer({ min: 1, max: STICKERS }),
    copies: fc.constantFrom(1, 2),
    loans: fc.array(loan, { minLength: 1, maxLength: 4 }),
  }),
  { selector: ({ item_id }) => item_id },
)
/** Things of letterboxes of {@link row}. */
const lending = fc
  .array(fc.tuple(row, promised))
  .map((things) => things.map(([r, its]): IndexChange => ({ id: r.id, row: r, promised: its })))
const free = spanOfDays.map(([from, until]) => ({ from, until, today: TODAY }))
const batches = fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 12 })
const filter: fc.Arbitrary<IndexFilter> = fc.oneof(
  fc.record({
    stickerId: fc.integer({ min: 0, max: STICKERS + 1 }),
    messagingOnly: fc.boolean(),
  }),
  fc.record({
    stickerIds: fc.uniqueArray(fc.integer({ min: 1, max: STICKERS + 1 })),
    stickerId: fc.constantFrom(undefined, 0, 2),
    match: fc.constantFrom('any' as const, 'all' as const, undefined),
    messagingOnly: fc.boolean(),
  }),
  fc.constant({ resellersOnly: true }),
)
const box: fc.Arbitrary<Box> = fc.oneof(
  fc.constant(worldBox()),
  fc
    .record({ a: latitude, b: latitude, west: longitude, east: longitude })
    .map(({ a, b, west, east }) => ({
      southWest: { latitude: Math.min(a, b), longitude: west },
      northEast: { latitude: Math.max(a, b), longitude: east },
    })),
)

/** Builds an index and a plain map with the same letterboxes. */
async function indexAndRows(start: readonly IndexRow[], changes: readonly IndexChange[][]) {
  const rows = new Map(start.map((r) => [r.id, r]))
  const index = new LetterboxIndex(rows.values(), { mergeAfter: 20 })
  for (const [i, batch] of changes.entries()) {
    index.apply(batch)
    for (const { id: changed, row: now } of batch) {
      if (now) rows.set(changed, now)
      else rows.delete(changed)
    }
    // Covers both cases: the merge ends before the next change, or it does not.
    if (i % 3 === 0) await index.settled()
  }
  return { index, rows: [...rows.values()] }
}

describe('the index, compared with a scan of every letterbox,', () => {
  it('finds the nearest in a box and counts all of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { selector: (r) => r.id }),
        batches,
        fc.record({
          box,
          filter,
          from: fc.option(fc.record({ latitude, longitude }), { nil: undefined }),
          limit: fc.integer({ min: 0, max: 70 }),
          offset: fc.integer({ min: 0, max: 70 }),
          without: fc.integer({ min: 0, max: 3 }),
        }),
        async (start, changes, query) => {
          const { index, rows } = await indexAndRows(start, changes)
          const { box: area, limit, offset, from: asked } = query
          const without = rows.slice(0, query.without).map(({ id }) => id)
          const nearestQuery = {
            box: area,
            from: asked,
            limit,
            offset,
            // Duplicate ids and ids that are not on the map must not matter.
            without: [...without, ...without, NOT_THERE],
            ...query.filter,
          }
          const nearest = index.nearest(nearestQuery)
          const from = query.from ?? centreOf(area)
          const expected = rows
            .filter((r) => !without.includes(r.id))
            .filter((r) => matches(r, query.filter) && isIn(r, area))
            .map((r) => ({ id: r.id, distance: distanceInMetres(from, r) }))
            .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
          expect(nearest.total).toBe(expected.length)
          expect(nearest.letterboxes).toEqual(expected.slice(offset, offset + limit))
          expect(index.size).toBe(rows.length)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('counts the stickers in a box', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        batches,
        box,
        fc.boolean(),
        async (seed, changes, area, messagingOnly) => {
          const start = [...community(300, seed)]
          const { index, rows } = await indexAndRows(start, [
            changesAmong(start, seed, 30),
            ...changes,
          ])
          const inside = rows.filter((r) => matches(r, { messagingOnly }) && isIn(r, area))
          const counts = new Map<number, number>()
          for (const sticker of inside.flatMap((r) => [...new Set(r.stickers)])) {
            counts.set(sticker, (counts.get(sticker) ?? 0) + 1)
          }
          const expected = [...counts].sort(([a], [b]) => a - b)
          expect(index.stickerCounts(area, { messagingOnly })).toEqual({
            counts: expected.map(([sticker, count]) => ({ id: sticker, count })),
            total: inside.length,
          })
        },
      ),
      { numRuns: 100 },
    )
  })

  it('finds the nearest in a crowd of many cells, even from far away', async () => {
    const rows = [...community(3000, 11), ...polarRows()]
    const index = new LetterboxIndex(rows)
    await fc.assert(
      fc.property(box, filter, fc.record({ latitude, longitude }), (area, wanted, from) => {
        const nearest = index.nearest({ box: area, from, limit: 40, ...wanted })
        const expected = rows
          .filter((r) => matches(r, wanted) && isIn(r, area))
          .map((r) => ({ id: r.id, distance: distanceInMetres(from, r) }))
          .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
        expect(nearest.total).toBe(expected.length)
        expect(nearest.letterboxes).toEqual(expected.slice(0, 40))
      }),
      { numRuns: 300 },
    )
  })

  it('never overestimates the distance of a cell', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 26 }),
        fc.record({ latitude, longitude }),
        fc.record({ latitude, longitude }),
        (level, from, inside) => {
          const size = SIDE / 2 ** level
          const cell = {
            level,
            column: Math.floor(columnOf(inside.longitude) / size),
            row: Math.floor(rowOf(inside.latitude) / size),
          }
          expect(metresToCell(from, cell)).toBeLessThanOrEqual(distanceInMetres(from, inside))
        },
      ),
      {
        numRuns: 3000,
        // At a pole every meridian is equally far away, apart from rounding.
        examples: [
          [
            3,
            { latitude: 47.369, longitude: -180 },
            { latitude: -89.99999999999996, longitude: 8.539 },
          ],
        ],
      },
    )
  })

  it('returns the pins of a tile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { selector: (r) => r.id, maxLength: 60 }),
        batches,
        filter,
        fc.integer({ min: 0, max: MAX_TILE_ZOOM }),
        fc.nat(),
        async (start, changes, wanted, z, pick) => {
          const { index, rows } = await indexAndRows(start, changes)
          const target = rows[pick % Math.max(1, rows.length)]
          const [x, y] = target ? tileAt(target, z) : [0, 0]
          const tile = index.tile(z, x, y, wanted)
          const expected = rows.filter((r) => matches(r, wanted) && isOnTile(r, z, x, y))
          expect(tile.total).toBe(expected.length)
          expect(tile.clusters).toEqual([])
          expect(sortedById(tile.letterboxes)).toEqual(sortedById(expected.map(pinOf)))
        },
      ),
      { numRuns: 400 },
    )
  })

  it('returns the cells of a crowded tile, even after changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 1, max: 9 }),
        batches,
        filter,
        async (seed, zoom, changes, wanted) => {
          const start = [...community(900, seed)].map((r) => ({
            ...r,
            stickers: r.stickers.filter((s) => s <= STICKERS),
          }))
          const { index, rows } = await indexAndRows(start, [
            changesAmong(start, seed, 300),
            ...changes,
          ])
          const z = zoom
          for (const [x, y] of [[0, 0] as const, tileAt(start[0] as IndexRow, z)]) {
            const level = x === 0 ? 0 : z
            expectTile(index, rows, level, x, y, wanted)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('leaves out what is taken on a day, one day after the other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { selector: (r) => r.id }),
        fc.array(fc.oneof(fc.array(change), lending), { maxLength: 8 }),
        filter.filter(({ resellersOnly }) => !resellersOnly),
        free,
        box,
        async (start, changes, wanted, days, area) => {
          const { index, rows } = await indexAndRows(start, changes)
          const things = new Map(
            changes.flat().map(({ id: changed, promised: its }) => [changed, its ?? []]),
          )
          const isTakenOnSomeDay = ({ copies, loans }: PromisedThing) => {
            for (let n = Number(days.from.slice(-1)); n <= Number(days.until.slice(-1)); n++) {
              if (isTaken(loans, copies, `2026-12-0${n}`, TODAY)) return true
            }
            return false
          }
          const onDays = rows.flatMap((r) => {
            const gone = (things.get(r.id) ?? []).filter(isTakenOnSomeDay)
            if (gone.length === 0) return r
            const stickers = r.stickers.filter((s) => !gone.some(({ item_id }) => item_id === s))
            return stickers.length > 0 ? { ...r, stickers } : []
          })
          const onTile = { ...wanted, free: days }
          expectTile(index, onDays, 0, 0, 0, onTile)
          const inside = onDays.filter((r) => isIn(r, area))
          expect(index.nearest({ box: area, limit: 0, ...onTile }).total).toBe(
            inside.filter((r) => matches(r, wanted)).length,
          )
          const { total, counts } = index.stickerCounts(area, { free: days })
          expect(total).toBe(inside.length)
          for (let s = 1; s <= STICKERS; s++) {
            const count = inside.filter((r) => r.stickers.includes(s)).length
            expect(counts.find(({ id: sticker }) => sticker === s)?.count ?? 0).toBe(count)
          }
          const marked = index.tile(0, 0, 0, { ...onTile, withTaken: true })
          const selected = rows.filter((r) => matches(r, wanted) && isOnTile(r, 0, 0, 0))
          const stillThere = new Set(onDays.filter((r) => matches(r, wanted)).map((r) => r.id))
          expect(sortedById(marked.letterboxes)).toEqual(
            sortedById(
              selected.map((r) => ({
                ...pinOf(r),
                ...(stillThere.has(r.id) ? {} : { taken: true }),
              })),
            ),
          )
          // The map without days shows all of them.
          expect(index.tile(0, 0, 0).total).toBe(rows.length)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('counts as many letterboxes in a tile as in its four quarters', async () => {
    const rows = [...community(20_000, 7), ...polarRows()]
    const index = new LetterboxIndex(rows)
    const filters: IndexFilter[] = [
      {},
      { stickerId: 3 },
      { stickerId: 2, messagingOnly: true },
      { stickerIds: [2, 7, 40], match: 'any' },
      { stickerIds: [1, 2], match: 'all', messagingOnly: true },
    ]
    for (const filter of filters) {
      let tiles: [number, number, number][] = [[0, 0, 0]]
      for (let depth = 0; depth < 8; depth++) {
        const next: [number, number, number][] = []
        for (const [z, x, y] of tiles) {
          const quarters = [0, 1, 2, 3].map(
            (q) => [z + 1, x * 2 + (q & 1), y * 2 + (q >> 1)] as [number, number, number],
          )
          const totals = quarters.map((tile) => index.tile(...tile, filter).total)
          expect(totals.reduce((a, b) => a + b)).toBe(index.tile(z, x, y, filter).total)
          next.push(...quarters.filter((_, i) => totals[i]))
        }
        tiles = next
      }
    }
  })
})

it.each([
  [0, 10, 5],
  [-20, 10, -5],
  [170, -170, 180],
  [170, -160, -175],
  [-180, 180, 0],
])('a box from longitude %d to %d has its middle at %d', (west, east, middle) => {
  const southWest = { latitude: -10, longitude: west }
  const northEast = { latitude: 30, longitude: east }
  expect(centreOf({ southWest, northEast })).toEqual({ latitude: 10, longitude: middle })
})

describe('a spot with many letterboxes', () => {
  const house = Array.from({ length: 700 }, (_, n) => ({
    id: `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
    latitude: 47.3769,
    longitude: 8.5417,
    kind: 'normal' as const,
    messaging: n % 2 === 0,
    silent: n % 3 === 0,
    stickers: [1],
  }))
  const index = new LetterboxIndex([...house].reverse())
  const [x, y] = tileAt(house[0] as IndexRow, MAX_TILE_ZOOM)

  it('is one cluster on that spot', () => {
    expect(index.tile(MAX_TILE_ZOOM, x, y)).toEqual({
      letterboxes: [],
      clusters: [{ latitude: 47.3769, longitude: 8.5417, count: 700 }],
      total: 700,
    })
  })

  it('lists them in the order of their ids', () => {
    const { letterboxes } = index.nearest({ box: worldBox(), limit: 3, messagingOnly: true })
    expect(letterboxes.map((l) => l.id)).toEqual([house[0]?.id, house[2]?.id, house[4]?.id])
  })
})

describe('changes of the index', () => {
  it('are applied as a whole or not at all', () => {
    const [one, two] = [...community(2, 1)] as [IndexRow, IndexRow]
    const index = new LetterboxIndex([one])
    const bad = { ...two, latitude: 91 }
    expect(() =>
      index.apply([
        { id: one.id, row: null },
        { id: two.id, row: bad },
      ]),
    ).toThrow('Unexpected latitude: 91')
    expect(index.tile(0, 0, 0).letterboxes).toEqual([pinOf(one)])
  })

  it('return the places that look different, and none if nothing changed', () => {
    const [one] = [...community(1, 1)] as [IndexRow]
    const index = new LetterboxIndex([one])
    expect(index.apply([{ id: one.id.toUpperCase(), row: { ...one } }])).toEqual([])
    expect(index.apply([{ id: one.id, row: { ...one, latitude: 1 } }])).toHaveLength(2)
    expect(index.apply([{ id: one.id, row: null }])).toHaveLength(1)
    expect(index.size).toBe(0)
  })

  it('of what is promised count as changes of its place', () => {
    const [one] = [...community(1, 1)] as [IndexRow]
    const index = new LetterboxIndex([one])
    const loans = [{ from: '2026-12-05', end: '2026-12-06', handed_over: false }]
    const promised = one.stickers.map((item_id) => ({ item_id, copies: 1, loans }))
    expect(index.apply([{ id: one.id, row: one, promised }])).toHaveLength(1)
    expect(index.apply([{ id: one.id, row: one, promised: [...promised] }])).toEqual([])
    const totalOn = (from: string, until: string) =>
      index.tile(0, 0, 0, { free: { from, until, today: '2026-12-01' } }).total
    expect(totalOn('2026-12-05', '2026-12-05')).toBe(0)
    expect(totalOn('2026-12-01', '2026-12-31')).toBe(0)
    expect(totalOn('2026-12-06', '2026-12-31')).toBe(1)
    expect(index.apply([{ id: one.id, row: one }])).toHaveLength(1)
    expect(totalOn('2026-12-05', '2026-12-05')).toBe(1)
  })

  it('during and after a load are visible at once', async () => {
    const [one, two, ...others] = [...community(500, 3)] as [IndexRow, IndexRow, ...IndexRow[]]
    const index = new LetterboxIndex([one, two])
    const loading = index.load(pushing([one, two, ...others], 100))
    index.apply([{ id: one.id, row: null }])
    expect(index.size).toBe(1)
    await loading
    expect(index.size).toBe(500)
    index.apply([{ id: one.id, row: null }])
    expect(index.size).toBe(499)
  })

  it('that are being merged are dropped by a load', async () => {
    const rows = [...community(400, 3)]
    const index = new LetterboxIndex(rows, { mergeAfter: 10 })
    index.apply(rows.slice(0, 100).map(({ id: gone }) => ({ id: gone, row: null })))
    await index.load(pushing(rows, 100))
    await index.settled()
    expect(index.size).toBe(400)
  })
})

describe('the index refuses', () => {
  const [good] = [...community(1, 1)] as [IndexRow]
  const index = new LetterboxIndex([good])

  it.each([
    [{ latitude: Number.NaN }, 'Unexpected latitude: NaN'],
    [{ latitude: 90.1 }, 'Unexpected latitude: 90.1'],
    [{ longitude: -180.1 }, 'Unexpected longitude: -180.1'],
    [{ id: 'x' }, 'Unexpected id: x'],
    [{ id: good.id.replace('-', 'g') }, 'Unexpected id'],
    [{ id: `g${good.id.slice(1)}` }, 'Unexpected id'],
    [{ stickers: [0] }, 'Unexpected sticker: 0'],
    [{ stickers: [1.5] }, 'Unexpected sticker: 1.5'],
    [{ stickers: [32768] }, 'Unexpected sticker: 32768'],
  ])('a letterbox with %o', (wrong, message) => {
    expect(() => new LetterboxIndex([{ ...good, ...wrong }])).toThrow(message)
  })

  it('the same id twice', () => {
    expect(() => new LetterboxIndex([good, good])).toThrow('Unexpected second letterbox with id')
  })

  it.each([
    [-1, 0, 0],
    [22, 0, 0],
    [1, 2, 0],
    [1, 0, 2],
    [1.5, 0, 0],
    [3, Number.NaN, 0],
  ])('the tile %d/%d/%d', (z, x, y) => {
    expect(() => index.tile(z, x, y)).toThrow('Unexpected tile')
  })

  it('invalid boxes, positions, limits and filters', () => {
    const low = { latitude: 1, longitude: 1 }
    const high = { latitude: 2, longitude: 2 }
    const area = worldBox()
    expect(() => index.nearest({ box: { southWest: high, northEast: low }, limit: 1 })).toThrow(
      'Unexpected latitudes of a box: 2 to 1',
    )
    expect(() =>
      index.nearest({
        box: { southWest: { latitude: 0, longitude: -181 }, northEast: high },
        limit: 1,
      }),
    ).toThrow('Unexpected longitudes of a box: -181 to 2')
    expect(() => index.nearest({ box: area, limit: Number.NaN })).toThrow('Unexpected limit: NaN')
    expect(() => index.nearest({ box: area, limit: 1, offset: -1 })).toThrow(
      'Unexpected offset: -1',
    )
    expect(() =>
      index.nearest({ box: area, limit: 1, from: { latitude: 91, longitude: 0 } }),
    ).toThrow('Unexpected latitude: 91')
    expect(() => index.tile(0, 0, 0, { stickerId: -1 })).toThrow('Unexpected stickerId: -1')
    expect(() => index.tile(0, 0, 0, { stickerId: 1, resellersOnly: true })).toThrow(
      'Unexpected filter',
    )
  })
})

it('the index needs less than 150 bytes per letterbox', () => {
  const index = new LetterboxIndex(community(100_000, 5))
  expect(index.byteLength / index.size).toBeLessThan(150)
})

function expectTile(
  index: LetterboxIndex,
  rows: readonly IndexRow[],
  z: number,
  x: number,
  y: number,
  wanted: IndexFilter,
) {
  const inside = rows.filter((r) => matches(r, wanted) && isOnTile(r, z, x, y))
  const tile = index.tile(z, x, y, wanted)
  expect(tile.total).toBe(inside.length)
  if (inside.length <= MAX_TILE_PINS) {
    expect(sortedById(tile.letterboxes)).toEqual(sortedById(inside.map(pinOf)))
    return
  }
  const cells = new Map<string, IndexRow[]>()
  for (const r of inside) {
    const key = tileAt(r, z + 4).join()
    cells.set(key, [...(cells.get(key) ?? []), r])
  }
  const single = [...cells.values()].filter((c) => c.length === 1).flat()
  expect(sortedById(tile.letterboxes)).toEqual(sortedById(single.map(pinOf)))
  const crowded = [...cells.values()].filter((c) => c.length > 1)
  const expected = crowded.map((c) => ({
    count: c.length,
    latitude: mean(c.map((r) => r.latitude)),
    longitude: mean(c.map((r) => r.longitude)),
  }))
  expect(tile.clusters).toHaveLength(expected.length)
  for (const cluster of tile.clusters) {
    const nearest = expected.find(
      (e) =>
        e.count === cluster.count &&
        Math.abs(e.latitude - cluster.latitude) < 2e-7 &&
        Math.abs(e.longitude - cluster.longitude) < 2e-7,
    )
    expect(nearest, JSON.stringify(cluster)).toBeDefined()
  }
}

/** Moves, removes and adds letterboxes in the crowd. */
function changesAmong(rows: readonly IndexRow[], seed: number, count: number): IndexChange[] {
  const random = randomNumbers(seed)
  const fresh = community(count, seed + 1)
  return Array.from({ length: count }, () => {
    const one = rows[Math.floor(random() * rows.length)] as IndexRow
    const other = fresh.next().value as IndexRow
    const stickers = other.stickers.filter((s) => s <= STICKERS)
    if (random() < 0.3) return { id: one.id, row: null }
    if (random() < 0.5) return { id: one.id, row: { ...other, id: one.id, stickers } }
    return { id: other.id, row: { ...other, stickers } }
  })
}

function polarRows(): IndexRow[] {
  return [90, 89, 86, -86, -90].map((at, n) => ({
    id: `00000000-0000-4000-9000-00000000000${n}`,
    latitude: at,
    longitude: n % 2 ? 180 : -180,
    kind: 'normal',
    messaging: true,
    silent: false,
    stickers: [2, 3],
  }))
}

function worldBox(): Box {
  return {
    southWest: { latitude: -90, longitude: -180 },
    northEast: { latitude: 90, longitude: 180 },
  }
}

function matches(r: IndexRow, wanted: IndexFilter): boolean {
  const { stickerId, stickerIds = [], match, messagingOnly, resellersOnly } = wanted
  const stickers = stickerId ? [...stickerIds, stickerId] : stickerIds
  const has = (sticker: number) => r.stickers.includes(sticker)
  if (stickers.length > 0 && !(match === 'all' ? stickers.every(has) : stickers.some(has))) {
    return false
  }
  if (messagingOnly && !r.messaging) return false
  return !resellersOnly || r.kind === 'reseller'
}

function isIn(r: IndexRow, { southWest, northEast }: Box): boolean {
  const [west, east] = [southWest.longitude, northEast.longitude]
  const between =
    west <= east
      ? r.longitude >= west && r.longitude <= east
      : r.longitude >= west || r.longitude <= east
  return between && r.latitude >= southWest.latitude && r.latitude <= northEast.latitude
}

function tileAt(r: { latitude: number; longitude: number }, z: number): [number, number] {
  const size = SIDE / 2 ** z
  return [Math.floor(columnOf(r.longitude) / size), Math.floor(rowOf(r.latitude) / size)]
}

function isOnTile(r: IndexRow, z: number, x: number, y: number): boolean {
  const [column, line] = tileAt(r, z)
  return column === x && line === y
}

function pinOf({ id: pin, latitude: lat, longitude: lng, kind, silent }: IndexRow) {
  return { id: pin, latitude: lat, longitude: lng, kind, ...(silent ? { silent } : {}) }
}

function sortedById<T extends { id: string }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length
}

/** Pushes rows in batches of `size`. */
function pushing(rows: readonly IndexRow[], size: number) {
  return async (builder: SegmentBuilder) => {
    for (let from = 0; from < rows.length; from += size) {
      for (const row of rows.slice(from, from + size)) builder.push(row)
      await nextTurn()
    }
  }
}
