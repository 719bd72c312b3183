import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Tile } from '#features/places/letterboxes/contract.ts'
import type { TileRequest } from '#features/places/letterboxes/web/data/tiles.ts'
import { LetterboxTiles, type TileContent } from './letterbox-tiles.ts'
import { isInside } from './tile-cover.ts'

const zurich = { west: 8.53, east: 8.55, south: 47.36, north: 47.38 }

interface Asked extends TileRequest {
  answer: (tile: Partial<Tile>) => Promise<void>
  fail: () => Promise<void>
}

let openRequests: Asked[] = []
let contents: TileContent[] = []
let states: string[] = []
/** Answers are shown in the next task. */
const settle = () => new Promise<void>((resolve) => setTimeout(() => setTimeout(resolve)))

function load(request: TileRequest): Promise<Tile> {
  return new Promise((resolve, reject) => {
    openRequests.push({
      ...request,
      answer: (tile) => {
        resolve({ letterboxes: [], clusters: [], total: 0, ...tile })
        return settle()
      },
      fail: () => {
        reject(new Error('no answer'))
        return settle()
      },
    })
  })
}

function create(): LetterboxTiles {
  return new LetterboxTiles({
    load,
    onContent: (content) => contents.push(content),
    onState: ({ loading, failed }) => states.push(`${loading ? 'loading' : 'idle'} ${failed}`),
  })
}

async function answerAll(tile: (request: Asked) => Partial<Tile> = () => ({})) {
  while (openRequests.length > 0) {
    const batch = openRequests
    openRequests = []
    for (const request of batch) await request.answer(tile(request))
  }
}

beforeEach(() => {
  openRequests = []
  contents = []
  states = []
})

describe('the letterbox tiles', () => {
  it('are not requested while the view stays inside the loaded area', async () => {
    const tiles = create()
    tiles.show(zurich, 13)
    expect(openRequests.length).toBeGreaterThan(0)
    await answerAll()
    tiles.show({ ...zurich, west: 8.531, east: 8.551 }, 13)
    expect(openRequests).toEqual([])
    tiles.show({ ...zurich, west: 8.93, east: 8.95 }, 13)
    expect(openRequests.length).toBeGreaterThan(0)
  })

  it('are aborted when a newer view does not need them, and come from the cache later', async () => {
    const tiles = create()
    tiles.show(zurich, 13)
    const first = [...openRequests]
    tiles.show({ west: 7.4, east: 7.5, south: 46.9, north: 47 }, 13)
    expect(first.every(({ signal }) => signal.aborted)).toBe(true)
    openRequests = openRequests.slice(first.length)
    await answerAll()
    tiles.show(zurich, 13)
    await answerAll()
    tiles.show({ west: 7.4, east: 7.5, south: 46.9, north: 47 }, 13)
    expect(openRequests).toEqual([])
  })

  it('show a crowded area as clusters, and nothing far outside the view', async () => {
    const tiles = create()
    tiles.show(zurich, 15)
    const cluster = { latitude: 47.37, longitude: 8.54, count: 900 }
    const outside = { ...cluster, longitude: 8.58 }
    let crowded = true
    const zooms = new Set<number>()
    await answerAll((request) => {
      zooms.add(request.z)
      const tile = crowded ? { clusters: [cluster, outside], total: 1800 } : {}
      crowded = false
      return tile
    })
    expect([...zooms]).toEqual([13])
    expect(contents.at(-1)?.clusters).toEqual([cluster])
  })

  it('are requested in parts if crowded near the ground', async () => {
    const tiles = create()
    tiles.show(zurich, 18)
    const cluster = { latitude: 47.37, longitude: 8.54, count: 9 }
    const zooms = new Set<number>()
    await answerAll((request) => {
      zooms.add(request.z)
      return request.z < 17 ? { clusters: [cluster], total: 9 } : {}
    })
    expect([...zooms].sort()).toEqual([16, 17])
    expect(contents.at(-1)?.clusters).toEqual([])
  })

  it('keep the old letterboxes until a new filter is complete', async () => {
    const tiles = create()
    const pin = {
      id: '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a10',
      latitude: 47.37,
      longitude: 8.54,
      kind: 'normal' as const,
    }
    tiles.show(zurich, 15)
    await answerAll(() => ({ letterboxes: [pin] }))
    expect(contents.at(-1)?.pins).toEqual([pin])
    const before = contents.length
    tiles.setFilter({ stickerIds: [4], match: 'any', messagingOnly: true })
    expect(
      openRequests.every(({ filter }) => filter.stickerIds.includes(4) && filter.messagingOnly),
    ).toBe(true)
    expect(contents.length).toBe(before)
    await answerAll()
    expect(contents.at(-1)?.pins).toEqual([])
  })

  it('move pins to the copy of the world in view', async () => {
    const tiles = create()
    tiles.show({ west: 170, east: 190, south: -10, north: 0 }, 6)
    await answerAll(({ x, y }) =>
      x === 0 && y === 8 ? { clusters: [{ latitude: -5, longitude: -178, count: 3 }] } : {},
    )
    expect(contents.at(-1)?.clusters).toEqual([{ latitude: -5, longitude: 182, count: 3 }])
  })

  it('show the rest when one tile fails, and request it again later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const tiles = create()
    tiles.show(zurich, 13)
    const batch = openRequests
    openRequests = []
    vi.useRealTimers()
    for (const request of batch.slice(1)) await request.answer({})
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failing = batch[0]?.fail()
    await vi.advanceTimersByTimeAsync(1)
    await failing
    expect(states.at(-1)).toBe('idle true')
    await vi.advanceTimersByTimeAsync(1000)
    expect(openRequests.length).toBe(1)
    vi.useRealTimers()
    await answerAll()
    expect(states.at(-1)).toBe('idle false')
    tiles.destroy()
  })

  it('keep their content during a refresh', async () => {
    const tiles = create()
    tiles.show(zurich, 10)
    const cluster = { latitude: 47.37, longitude: 8.54, count: 9 }
    await answerAll(() => ({ clusters: [cluster] }))
    tiles.refresh(true)
    expect(openRequests.length).toBeGreaterThan(0)
    expect(openRequests.every(({ fresh }) => fresh)).toBe(true)
    expect(contents.at(-1)?.clusters.length).toBeGreaterThan(0)
    await answerAll()
    expect(contents.at(-1)?.clusters).toEqual([])
  })

  it('show content of other zooms when requests fail', async () => {
    const tiles = create()
    const cluster = { latitude: 47.37, longitude: 8.54, count: 9 }
    const elsewhere = { latitude: 47.371, longitude: 8.7, count: 4 }
    tiles.show({ ...zurich, east: 9 }, 12)
    await answerAll(({ x, y }) =>
      x === 536 && y === 358 ? { clusters: [cluster, elsewhere], total: 13 } : {},
    )
    for (const zoom of [14, 9]) {
      tiles.show(zoom === 14 ? zurich : { ...zurich, east: 9 }, zoom)
      const batch = openRequests
      openRequests = []
      for (const request of batch) await request.fail()
      // The map refreshes periodically, so nothing is lost.
      tiles.refresh(true)
      await settle()
      expect(contents.at(-1)?.clusters).toEqual(zoom === 14 ? [cluster] : [cluster, elsewhere])
      expect(states.at(-1)).toBe('idle true')
    }
    tiles.destroy()
  })

  it('request all failed tiles as soon as one of them arrives', async () => {
    const tiles = create()
    tiles.show(zurich, 17)
    const failed = openRequests
    openRequests = []
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const request of failed) request.fail()
    await vi.advanceTimersByTimeAsync(1000)
    const again = openRequests
    openRequests = []
    expect(again.length).toBe(failed.length)
    expect(again.length).toBeGreaterThan(1)
    for (const request of again.slice(1)) request.fail()
    await vi.advanceTimersByTimeAsync(100)
    expect(openRequests).toEqual([])
    again[0]?.answer({})
    await vi.advanceTimersByTimeAsync(100)
    expect(openRequests.length).toBe(again.length - 1)
    tiles.destroy()
    vi.useRealTimers()
  })
})

/** Letterboxes at one spot, from which the tiles below are built. */
interface Group {
  latitude: number
  longitude: number
  count: number
}

/** Builds tiles like the server, with independent code: a pin for one letterbox, a cluster for several at one spot. */
function tileOf(groups: readonly Group[], { z, x, y }: TileRequest): Tile {
  const tile: Tile = { letterboxes: [], clusters: [], total: 0 }
  const side = 2 ** z
  for (const [i, group] of groups.entries()) {
    const sine = Math.sin((group.latitude * Math.PI) / 180)
    const row = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side)
    if (Math.floor((group.longitude / 360 + 0.5) * side) !== x || row !== y) continue
    const { count, ...place } = group
    tile.total += count
    if (count > 1) tile.clusters.push(group)
    else tile.letterboxes.push({ ...place, id: `id-${i}`, kind: 'normal' })
  }
  return tile
}

it('the map shows every letterbox of the view, once for each copy of its place', async () => {
  const group = fc.record({
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -180, max: 179.999, noNaN: true }),
    count: fc.integer({ min: 1, max: 2000 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(group, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 320, max: 3840 }),
      fc.integer({ min: 0, max: 6 }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -60, max: 60, noNaN: true }),
      async (groups, width, zoom, longitude, latitude) => {
        const reach = (width / 2 / (256 * 2 ** zoom)) * 360
        const view = {
          west: longitude - reach,
          east: longitude + reach,
          south: Math.max(-85, latitude - reach / 2),
          north: Math.min(85, latitude + reach / 2),
        }
        const { pins, clusters } = await new Promise<TileContent>((resolve) => {
          let loading = true
          const tiles = new LetterboxTiles({
            load: async (request) => tileOf(groups, request),
            onState: (state) => {
              loading = state.loading
            },
            onContent: (content) => {
              if (loading) return
              tiles.destroy()
              resolve(content)
            },
          })
          tiles.show(view, zoom)
        })
        const visible = [...pins, ...clusters].filter((one) => isInside(view, one))
        const drawnCount = visible.reduce((sum, one) => sum + ('count' in one ? one.count : 1), 0)
        let inView = 0
        for (const one of groups) {
          for (let world = -40; world <= 40; world++) {
            if (isInside(view, { ...one, longitude: one.longitude + world * 360 }))
              inView += one.count
          }
        }
        expect(drawnCount).toBe(inView)
      },
    ),
    { numRuns: 300 },
  )
})
