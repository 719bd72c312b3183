import { afterEach, describe, expect, it, vi } from 'vitest'
import type { NearbyQuery } from './letterboxes.ts'
import { findNearby } from './nearby-letterboxes.ts'

const query: NearbyQuery = {
  box: { west: 8.5, south: 47.3, east: 8.6, north: 47.4 },
  origin: { latitude: 47.31, longitude: 8.51 },
  nearestTo: 'middle',
  stickerIds: [1, 2],
  match: 'all',
  messagingOnly: true,
  preferAnswers: true,
}

/** A server with this many letterboxes within reach and everywhere; higher ids are farther away. */
function serve(within: number, everywhere: number) {
  const searches: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://test')
    searches.push(searchParams)
    const world = searchParams.get('south_west') === '-90.00000,-180.00000'
    const total = world ? everywhere : within
    const offset = Number(searchParams.get('offset') ?? 0)
    const all = Array.from({ length: total }, (_, i) => ({ id: String(i), distance: i }))
    const letterboxes = all.slice(offset, offset + Number(searchParams.get('limit')))
    return new Response(JSON.stringify({ letterboxes, total }))
  })
  return searches
}

afterEach(() => vi.unstubAllGlobals())

async function find(page = 1) {
  const { letterboxes, ...answer } = await findNearby(query, page, new AbortController().signal)
  return { ...answer, ids: letterboxes.map(({ id }) => Number(id)) }
}

const near = { widened: false, kept: null }

describe('findNearby', () => {
  it('returns all letterboxes within reach in pages, even beyond the first hundred', async () => {
    const searches = serve(145, 9000)
    const ids: number[] = []
    for (let page = 1; page <= 15; page++) {
      const answer = await find(page)
      expect(answer).toMatchObject({ total: 145, page, widened: false })
      ids.push(...answer.ids)
    }
    expect(ids).toEqual(Array.from({ length: 145 }, (_, i) => i))
    expect(searches).toHaveLength(15)
  })

  it('returns the last page if the requested one does not exist', async () => {
    serve(25, 25)
    expect(await find(90)).toEqual({
      ids: [20, 21, 22, 23, 24],
      total: 25,
      page: 3,
      ...near,
    })
  })

  it('searches everywhere if nothing is within reach, with the same filter and position', async () => {
    const searches = serve(0, 12)
    expect(await find(2)).toEqual({ ids: [10, 11], total: 12, page: 2, widened: true, kept: null })
    expect(searches).toHaveLength(3)
    for (const search of searches) {
      expect(Object.fromEntries(search)).toMatchObject({
        sticker_ids: '1,2',
        match: 'all',
        enable_messaging: 'true',
        prefer: 'answers',
        latitude: '47.310000',
      })
    }
  })

  it('returns an empty page if there is no letterbox at all', async () => {
    serve(0, 0)
    expect(await find()).toEqual({ ids: [], total: 0, page: 1, ...near })
  })
})
