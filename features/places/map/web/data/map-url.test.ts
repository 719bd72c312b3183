import { describe, expect, it } from 'vitest'
import { INITIAL_MAP_STATE, type MapState, sameView } from './map-state.ts'
import { readMapUrl, writeMapUrl } from './map-url.ts'

const id = '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a10'
const view = { latitude: 47.374321, longitude: 8.541234, zoom: 17 }

const saturday = { from: '2026-12-05', until: '2026-12-05' }

function roundTrip(state: MapState): MapState {
  const url = new URL(writeMapUrl(state), 'https://letterlend.example')
  return readMapUrl(url.pathname, url.search)
}

describe('the URL of the map screen', () => {
  it('restores every state', () => {
    const states: Partial<MapState>[] = [
      { panel: 'None', view },
      { panel: 'FilterLetterboxes', view, messagingOnly: true },
      { panel: 'NearbyLetterboxes', view },
      { panel: 'NearbyLetterboxes', stickerIds: [12], view },
      { panel: 'NearbyLetterboxes', stickerIds: [5, 1], view },
      { panel: 'NearbyLetterboxes', stickerIds: [5, 1], match: 'all', messagingOnly: true },
      { panel: 'NearbyLetterboxes', stickerIds: [5], preferAnswers: true, view },
      { panel: 'NearbyLetterboxes', stickerIds: [5], free: saturday, view },
      { panel: 'NearbyLetterboxes', free: { from: '2026-12-05', until: '2026-12-06' } },
      { panel: 'FilterLetterboxes', free: saturday },
      { panel: 'NearbyLetterboxes', free: { ...saturday, withTaken: true } },
      { panel: 'LetterboxOverlay', letterboxId: id, free: saturday },
      { panel: 'FilterLetterboxes', stickerIds: [5, 1], match: 'all', view },
      {
        panel: 'NearbyLetterboxes',
        stickerIds: [12],
        near: { ...view, latitude: 47.37432, longitude: 8.54123 },
        page: 7,
        view,
      },
      { panel: 'NearbyLetterboxes', house: { latitude: -1.5, longitude: 8.25 } },
      { panel: 'LetterboxOverlay', letterboxId: id, stickerIds: [3, 4], match: 'all', view },
    ]
    for (const state of states) {
      expect(roundTrip({ ...INITIAL_MAP_STATE, ...state })).toEqual({
        ...INITIAL_MAP_STATE,
        ...state,
      })
    }
  })

  it('reads days, and lists letterboxes for them', () => {
    const daysOf = (search: string) => readMapUrl('/map', search).free
    expect(readMapUrl('/map', '?from=2026-12-05')).toMatchObject({
      panel: 'NearbyLetterboxes',
      free: saturday,
    })
    expect(daysOf('?from=2026-12-05&until=2026-12-06')?.until).toBe('2026-12-06')
    expect(daysOf('?from=2026-12-05&until=2026-12-04')).toEqual(saturday)
    expect(daysOf('?from=2026-02-30')).toBeNull()
    expect(daysOf('?from=Saturday&until=2026-12-06')).toBeNull()
    expect(daysOf('?until=2026-12-06')).toBeNull()
  })

  it('names a letterbox in its path, in id or in letterbox_id', () => {
    for (const [path, search] of [
      [`/map/letterbox/${id}`, ''],
      [`/Map/Letterbox/${id}/`, ''],
      ['/', `?id=${id}`],
      ['/map', `?letterbox_id=${id}`],
    ] as const) {
      expect(readMapUrl(path, search)).toMatchObject({ panel: 'LetterboxOverlay', letterboxId: id })
    }
  })

  it('centres the map at zoom 19 for lat and lng', () => {
    expect(readMapUrl('/map', '?lat=46.95&lng=7.44').view).toEqual({
      latitude: 46.95,
      longitude: 7.44,
      zoom: 19,
    })
  })

  it('opens the filter at the root and the bare map at /map', () => {
    expect(readMapUrl('/', '').panel).toBe('FilterLetterboxes')
    expect(readMapUrl('/map', '').panel).toBe('None')
  })

  it('ignores malformed parameters', () => {
    const broken = '?lat=1e999&lng=abc&z=99&sticker=-4&messaging=yes&house=200,1'
    expect(readMapUrl('/map', broken)).toEqual(INITIAL_MAP_STATE)
    expect(readMapUrl('/map', '?lat=&lng=').view).toBeNull()
    for (const near of ['', '47,8', '47,8,x', '91,8,15', '47,8,15;']) {
      expect(readMapUrl('/map', `?near=${near}`).near).toBeNull()
    }
    for (const page of ['', '0', '-1', 'x', '1e9']) {
      expect(readMapUrl('/map', `?page=${page}`).page).toBe(1)
    }
  })

  it('lists several stickers in readable form', () => {
    const state = { ...INITIAL_MAP_STATE, stickerIds: [1, 5], match: 'all' as const }
    expect(writeMapUrl({ ...state, panel: 'NearbyLetterboxes' })).toBe('/map?sticker=1,5&match=all')
  })

  it('contains each sticker once, ignores invalid ones, and needs two for a match mode', () => {
    expect(readMapUrl('/map', '?sticker=4,x,4,0,-1,99999,2').stickerIds).toEqual([4, 2])
    expect(readMapUrl('/map', '?sticker=4&match=all').match).toBe('any')
    expect(readMapUrl('/map', '?sticker=4,5&match=some').match).toBe('any')
    const many = Array.from({ length: 50 }, (_, i) => i + 1).join()
    expect(readMapUrl('/map', `?sticker=${many}`).stickerIds).toHaveLength(20)
    expect(readMapUrl('/', '?panel=filter&sticker=x').panel).toBe('FilterLetterboxes')
  })

  it('differs for views that look different', () => {
    expect(sameView(view, { ...view, latitude: view.latitude + 1e-7 })).toBe(true)
    expect(sameView(view, { ...view, zoom: 18 })).toBe(false)
    expect(sameView(view, null)).toBe(false)
  })
})
