import { afterEach, describe, expect, it, vi } from 'vitest'
import { findKept } from './kept-letterboxes.ts'
import type { NearbyQuery } from './letterboxes.ts'

const here = { latitude: 47.37, longitude: 8.54 }
const query: NearbyQuery = {
  box: { west: 8.5, south: 47.3, east: 8.6, north: 47.4 },
  origin: here,
  nearestTo: 'middle',
  stickerIds: [2, 1],
  match: 'all',
  messagingOnly: false,
  preferAnswers: false,
}
const FILTERED = '?sticker_ids=1%2C2&match=all'
const OLD = 'Fri, 20 Nov 2026 08:00:00 GMT'
const NEW = 'Sat, 21 Nov 2026 08:00:00 GMT'

/** A pin this many metres to the north. */
const pin = (id: string, metres: number) => ({
  id,
  kind: 'normal',
  latitude: here.latitude + metres / 111_195,
  longitude: here.longitude,
})

/** Fills the cache as the service worker does: path below `tiles/`, pins, and date of the response. */
function keep(tiles: [path: string, pins: object[], date: string][]) {
  const answers = new Map(
    tiles.map(([path, letterboxes, date]) => [
      new URL(`/api/v1/letterboxes/${path}`, location.origin).href,
      { body: JSON.stringify({ letterboxes, clusters: [], total: 0 }), date },
    ]),
  )
  const cache = {
    keys: async () => [...answers.keys()].map((url) => ({ url })),
    match: async ({ url }: { url: string }) => {
      const { body = '', date = '' } = answers.get(url) ?? {}
      return new Response(body, { headers: { date } })
    },
  }
  vi.stubGlobal('caches', { open: async () => cache })
}

afterEach(() => vi.unstubAllGlobals())

describe('findKept', () => {
  it('returns the letterboxes of cached tiles with the same filter, nearest first, with their date', async () => {
    keep([
      [`tiles/13/1/1${FILTERED}`, [pin('far', 900), pin('near', 100)], NEW],
      // The same area, seen earlier from a lower zoom.
      [`tiles/9/1/1${FILTERED}`, [pin('moved', 700), pin('near', 300)], OLD],
      ['tiles/13/1/1', [pin('other', 10)], OLD],
      ['tiles/13/1/1?sticker_id=1', [pin('another', 10)], OLD],
      [`stickerCounts${FILTERED}`, [pin('none', 10)], OLD],
    ])
    const nearby = await findKept(query, 1)
    const rows = nearby?.letterboxes.map(({ id, distance }) => [id, Math.round(distance)])
    expect(rows).toEqual([
      ['near', 100],
      ['moved', 700],
      ['far', 900],
    ])
    expect(nearby).toMatchObject({
      total: 3,
      page: 1,
      kept: { given: Date.parse(OLD), isAsked: true },
    })
  })

  it('returns all cached letterboxes, marked as unfiltered, if the filter is not cached', async () => {
    keep([['tiles/13/1/1', [pin('a', 10)], NEW]])
    expect(await findKept(query, 1)).toMatchObject({
      letterboxes: [{ id: 'a' }],
      kept: { given: Date.parse(NEW), isAsked: false },
    })
  })

  it('returns pages, and null without cached tiles', async () => {
    const pins = Array.from({ length: 12 }, (_, i) => pin(String(i), i))
    keep([[`tiles/13/1/1${FILTERED}`, pins, NEW]])
    const ids = async (page: number) =>
      (await findKept(query, page))?.letterboxes.map(({ id }) => id)
    expect(await ids(2)).toEqual(['10', '11'])
    expect(await ids(9)).toEqual(['10', '11'])
    keep([])
    expect(await findKept(query, 1)).toBeNull()
  })
})
