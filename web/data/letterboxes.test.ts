import { afterEach, describe, expect, it, vi } from 'vitest'
import { findNearby, type NearbyQuery, searchedFrom } from './letterboxes.ts'

const query: NearbyQuery = {
  box: { west: 8.5, south: 47.3, east: 8.6, north: 47.4 },
  origin: { latitude: 47.31, longitude: 8.51 },
  stickerIds: [1, 2],
  match: 'all',
  messagingOnly: true,
}

/** A server with nothing in view and letterboxes at these distances (metres) around. */
function serve(around: number[], inView: number[] = []) {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://test')
    asked.push(searchParams)
    const everywhere = searchParams.get('south_west') === '-90.00000,-180.00000'
    const distances = everywhere ? around : inView
    const letterboxes = distances.map((distance) => ({ id: String(distance), distance }))
    return new Response(JSON.stringify({ letterboxes, total: letterboxes.length }))
  })
  return asked
}

afterEach(() => vi.unstubAllGlobals())

const find = () => findNearby(query, new AbortController().signal)

describe('findNearby', () => {
  it('stays in the view while there is something in it', async () => {
    const asked = serve([9000], [100, 200])
    expect(await find()).toMatchObject({ total: 2, widened: null })
    expect(asked).toHaveLength(1)
  })

  it.each([
    [[4000, 4900, 5001], 5, ['4000', '4900']],
    [[5001, 19_000, 30_000], 20, ['5001', '19000']],
    [[20_001, 49_999], 50, ['20001', '49999']],
    [[50_001, 900_000], null, ['50001', '900000']],
  ])('widens in steps until there is something: %j', async (around, kilometres, ids) => {
    const asked = serve(around)
    const found = await find()
    expect(found.widened).toEqual({ kilometres })
    expect(found.letterboxes.map(({ id }) => id)).toEqual(ids)
    expect(found.total).toBe(ids.length)
    // The same filter, seen from the same spot.
    for (const search of asked) {
      expect(Object.fromEntries(search)).toMatchObject({
        sticker_ids: '1,2',
        match: 'all',
        enable_messaging: 'true',
        latitude: '47.310000',
      })
    }
  })

  it('says when there is nothing anywhere', async () => {
    serve([])
    expect(await find()).toEqual({ letterboxes: [], total: 0, widened: null })
  })
})

describe('searchedFrom', () => {
  const middle = { latitude: expect.closeTo(47.35), longitude: expect.closeTo(8.55) }
  const elsewhere = { latitude: 46, longitude: 8.55 }

  it('is the viewer in view, else the middle of the view', () => {
    expect(searchedFrom(query)).toEqual(query.origin)
    expect(searchedFrom({ ...query, origin: elsewhere })).toEqual(middle)
  })

  it('knows views across the antimeridian', () => {
    const box = { west: 179, south: -1, east: -177, north: 1 }
    expect(searchedFrom({ box, origin: elsewhere })).toEqual({ latitude: 0, longitude: -179 })
    const inside = { latitude: 0, longitude: 179.5 }
    expect(searchedFrom({ box, origin: inside })).toEqual(inside)
  })
})
