import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { configApi, type MapStart } from '#platform/shared/config.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { community, randomId, randomNumbers } from './letterbox-index.fixtures.ts'
import { LetterboxIndex } from './letterbox-index.ts'
import { startAmong, startAtStreets } from './map-start.ts'
import type { IndexRow } from './segment.ts'

const EMPTY = { latitude: 47.37, longitude: 8.54, zoom: 15 }
const VADUZ = { latitude: 47.141, longitude: 9.521 }
const SYDNEY = { latitude: -33.87, longitude: 151.21 }
const BERLIN = { latitude: 52.52, longitude: 13.405 }

const random = randomNumbers(7)

/** Letterboxes within so many degrees of a position. */
const around = (spot: Position, count: number, degrees = 0.01): IndexRow[] =>
  Array.from({ length: count }, () => ({
    id: randomId(random),
    latitude: spot.latitude + (random() - 0.5) * 2 * degrees,
    longitude: spot.longitude + (random() - 0.5) * 2 * degrees,
    kind: 'normal',
    messaging: true,
    silent: false,
    stickers: [1],
  }))

const metresTo = (spot: Position, start: MapStart) => distanceInMetres(spot, start)

describe('the start of the map', () => {
  it('is the default place if there are no letterboxes', () => {
    expect(startAmong(new LetterboxIndex())).toEqual(EMPTY)
  })

  it('is at the only letterbox', () => {
    const start = startAmong(new LetterboxIndex(around(SYDNEY, 1, 0)))
    expect(start).toEqual({ ...SYDNEY, zoom: 15 })
  })

  it('is in the village, with a zoom that fits its size, despite distant letterboxes', () => {
    const far = [BERLIN, SYDNEY, { latitude: -89, longitude: 179.9 }].flatMap((spot) =>
      around(spot, 3, 0),
    )
    const start = startAmong(new LetterboxIndex([...around(VADUZ, 40, 0.005), ...far]))
    expect(metresTo(VADUZ, start)).toBeLessThan(300)
    expect(start.zoom).toBe(15)
    const wide = startAmong(new LetterboxIndex([...around(VADUZ, 40, 0.02), ...far]))
    expect(metresTo(VADUZ, wide)).toBeLessThan(1000)
    expect(wide.zoom).toBe(13)
  })

  it('is in the larger of two towns, and not between them', () => {
    const rows = [...around(BERLIN, 300), ...around(VADUZ, 200)]
    expect(metresTo(BERLIN, startAmong(new LetterboxIndex(rows)))).toBeLessThan(500)
  })

  it('does not split a cluster at the edges of tiles', () => {
    // Greenwich on the equator is a tile corner at every zoom.
    const corner = { latitude: 0, longitude: 0 }
    const rows = [...around(corner, 200), ...around(BERLIN, 120)]
    expect(metresTo(corner, startAmong(new LetterboxIndex(rows)))).toBeLessThan(500)
  })

  it('is in the largest town of a large community', () => {
    const start = startAmong(new LetterboxIndex(community(50_000, 3)))
    expect(metresTo({ latitude: 47.3769, longitude: 8.5417 }, start)).toBeLessThan(4000)
    expect(start.zoom).toBe(12)
  })
})

describe('GET /config', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ config: { streetMap: [] } })
  })
  afterAll(() => test.close())

  const start = async (app = test) => (await app.call(configApi.get)).body.map_start

  it('opens the map at the letterboxes, and is updated with them', async () => {
    expect(await start()).toEqual(EMPTY)
    const add = async (spot: Position) => {
      const { id } = await createLetterbox(test.deps.database.orm, spot)
      await test.deps.letterboxFeed.refresh([id])
    }
    await add(SYDNEY)
    expect(await start()).toEqual({ ...SYDNEY, zoom: 15 })
    await add(VADUZ)
    await add(VADUZ)
    expect(await start()).toEqual({ ...SYDNEY, zoom: 15 })
    test.advance(61_000)
    expect(await start()).toEqual({ ...VADUZ, zoom: 15 })
  })

  it('returns the time zone of the community', async () => {
    const other = await createTestApp({ sharing: test, config: { timeZone: 'Europe/Vaduz' } })
    expect((await other.call(configApi.get)).body.time_zone).toBe('Europe/Vaduz')
    await other.close()
  })

  it('opens the map at the configured start', async () => {
    const mapStart = { latitude: 1, longitude: 2, zoom: 9 }
    const other = await createTestApp({ sharing: test, config: { mapStart } })
    expect(await start(other)).toEqual(mapStart)
    await other.close()
  })

  it('opens the map at the streets of the community if there are no letterboxes', async () => {
    const empty = await createTestApp()
    const opened = await start(empty)
    // The bundled streets are those of Liechtenstein.
    expect(opened.latitude).toBeGreaterThan(47.05)
    expect(opened.latitude).toBeLessThan(47.27)
    expect(opened.longitude).toBeGreaterThan(9.47)
    expect(opened.longitude).toBeLessThan(9.64)
    expect(opened.zoom).toBeGreaterThanOrEqual(12)
    await empty.close()
  })

  it('opens a street map without an address list in its centre', () => {
    const extent = {
      minzoom: 0,
      maxzoom: 14,
      bounds: [9, 47, 10, 48] as [number, number, number, number],
    }
    expect(startAtStreets({ streets: [], extent })).toEqual({
      latitude: 47.5,
      longitude: 9.5,
      zoom: 12,
    })
    expect(startAtStreets({ streets: [], extent: null })).toEqual(EMPTY)
  })

  it('has a start of its own for the demo community', async () => {
    const demo = await createTestApp({ sharing: test, config: { demo: true } })
    expect(await start(demo)).toEqual({ latitude: 47.141, longitude: 9.523, zoom: 15 })
    await demo.close()
  })
})
