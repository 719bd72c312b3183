import { describe, expect, it } from 'vitest'
import { INITIAL_MAP_STATE, MAX_STICKERS, type MapState, reduceMapState } from './map-state.ts'

const here = { latitude: 47.37, longitude: 8.54, zoom: 15 }
const there = { latitude: 46.9, longitude: 7.4, zoom: 19 }
const start: MapState = { ...INITIAL_MAP_STATE, view: here }
const nearby: MapState = { ...start, panel: 'NearbyLetterboxes', stickerIds: [3] }
const overlay: MapState = {
  ...nearby,
  panel: 'LetterboxOverlay',
  letterboxId: 'a',
  view: there,
  earlierView: here,
}
const several: MapState = { ...nearby, stickerIds: [3, 1], match: 'all' }

describe('the side panel', () => {
  it('shows the nearby list when a sticker is picked in the filter', () => {
    const filter = reduceMapState(start, { type: 'openFilter' })
    const next = reduceMapState(filter, { type: 'pickSticker', stickerId: 3 })
    expect(next).toEqual(nearby)
  })

  it('opens the overlay from any panel and remembers where the map was', () => {
    for (const panel of ['None', 'FilterLetterboxes', 'NearbyLetterboxes'] as const) {
      const next = reduceMapState({ ...start, panel }, { type: 'openLetterbox', id: 'a' })
      expect(next).toMatchObject({ panel: 'LetterboxOverlay', letterboxId: 'a', earlierView: here })
    }
  })

  it('keeps the searched item and the first view when going from letterbox to letterbox', () => {
    const next = reduceMapState(overlay, { type: 'openLetterbox', id: 'b' })
    expect(next).toEqual({ ...overlay, letterboxId: 'b' })
    expect(reduceMapState(next, { type: 'openLetterbox', id: 'b' })).toBe(next)
  })

  it('goes back from the overlay to the nearby list and to the earlier map position', () => {
    expect(reduceMapState(overlay, { type: 'back' })).toEqual(nearby)
  })

  it('keeps the map position on the way back if the overlay was opened by a link', () => {
    const linked = { ...overlay, earlierView: null }
    expect(reduceMapState(linked, { type: 'back' })).toMatchObject({
      panel: 'NearbyLetterboxes',
      view: there,
    })
  })

  it('goes back from the nearby list to the filter and clears letterbox, item and house', () => {
    const next = reduceMapState({ ...nearby, house: here }, { type: 'back' })
    expect(next).toEqual({ ...start, panel: 'FilterLetterboxes' })
  })

  it('goes back from the filter to the bare map, and no further', () => {
    const closed = reduceMapState({ ...start, panel: 'FilterLetterboxes' }, { type: 'back' })
    expect(closed).toEqual(start)
    expect(reduceMapState(closed, { type: 'back' })).toBe(closed)
  })

  it('closes from every panel and clears the searched item', () => {
    for (const state of [
      nearby,
      several,
      overlay,
      { ...start, panel: 'FilterLetterboxes' } as MapState,
    ]) {
      expect(reduceMapState(state, { type: 'close' })).toMatchObject({
        panel: 'None',
        stickerIds: [],
        match: 'any',
        letterboxId: null,
      })
    }
  })

  it('clears item and letterbox when the filter is opened', () => {
    expect(reduceMapState(overlay, { type: 'openFilter' })).toMatchObject({
      panel: 'FilterLetterboxes',
      stickerIds: [],
      letterboxId: null,
      view: there,
    })
  })

  it('lists a house and keeps the searched item', () => {
    expect(reduceMapState(overlay, { type: 'openHouse', position: here })).toEqual({
      ...nearby,
      view: there,
      house: here,
    })
  })

  it('keeps the panel when the map moves or the messaging filter changes', () => {
    const moved = reduceMapState(overlay, { type: 'move', view: here })
    expect(moved).toEqual({ ...overlay, view: here })
    const messaging = { type: 'setMessagingOnly', messagingOnly: true } as const
    const filtered = reduceMapState(overlay, messaging)
    expect(filtered).toEqual({ ...overlay, messagingOnly: true })
    expect(reduceMapState(filtered, messaging)).toBe(filtered)
  })
})

describe('the chosen days', () => {
  const free = { from: '2026-12-05', until: '2026-12-06' }

  it('stay while stickers and letterboxes change, until the panel is closed', () => {
    const chosen = reduceMapState({ ...nearby, page: 3 }, { type: 'setDays', free })
    expect(chosen).toEqual({ ...nearby, free, page: 1 })
    for (const action of [
      { type: 'openLetterbox', id: 'x' },
      { type: 'toggleSticker', stickerId: 7 },
      { type: 'openFilter' },
      { type: 'back' },
    ] as const) {
      expect(reduceMapState(chosen, action).free).toEqual(free)
    }
    expect(reduceMapState(chosen, { type: 'close' }).free).toBeNull()
  })
})

describe('the selection of several stickers', () => {
  it('grows by one sticker from the filter', () => {
    const filter = reduceMapState(nearby, { type: 'addStickers' })
    expect(filter).toEqual({ ...nearby, panel: 'FilterLetterboxes' })
    const next = reduceMapState(filter, { type: 'toggleSticker', stickerId: 1 })
    expect(next).toEqual({ ...nearby, stickerIds: [3, 1] })
  })

  it('is unchanged on the way back from the filter', () => {
    const filter = reduceMapState(several, { type: 'addStickers' })
    expect(reduceMapState(filter, { type: 'back' })).toEqual(several)
  })

  it('shrinks by one sticker, and its match mode is reset when one is left', () => {
    const one = reduceMapState(several, { type: 'toggleSticker', stickerId: 3 })
    expect(one).toEqual({ ...nearby, stickerIds: [1], match: 'any' })
    const none = reduceMapState(one, { type: 'toggleSticker', stickerId: 1 })
    expect(none).toEqual({ ...nearby, stickerIds: [] })
  })

  it('can be matched by any or all', () => {
    const any = reduceMapState(several, { type: 'setMatch', match: 'any' })
    expect(any).toEqual({ ...several, match: 'any' })
    expect(reduceMapState(any, { type: 'setMatch', match: 'any' })).toBe(any)
  })

  it('is limited to the maximum of the server', () => {
    const full = { ...nearby, stickerIds: Array.from({ length: MAX_STICKERS }, (_, i) => i + 1) }
    const next = reduceMapState(full, { type: 'toggleSticker', stickerId: 99 })
    expect(next.stickerIds).toEqual(full.stickerIds)
  })

  it('is replaced by a picked sticker, and cleared by the filter', () => {
    const picked = reduceMapState(several, { type: 'pickSticker', stickerId: 7 })
    expect(picked).toEqual({ ...nearby, stickerIds: [7], match: 'any' })
    expect(reduceMapState(several, { type: 'openFilter' })).toEqual({
      ...start,
      panel: 'FilterLetterboxes',
    })
    expect(reduceMapState(several, { type: 'back' })).toEqual({
      ...start,
      panel: 'FilterLetterboxes',
    })
  })

  it('is kept while a letterbox is open', () => {
    const opened = reduceMapState(several, { type: 'openLetterbox', id: 'a' })
    expect(reduceMapState(opened, { type: 'back' })).toEqual(several)
  })
})

describe('the position that the list is near to', () => {
  const middle = { latitude: 47.3701, longitude: 8.5401 }
  const near = { ...middle, zoom: 15 }
  const listState: MapState = { ...nearby, near, page: 4 }

  it('is kept while the map frames results or shows an open letterbox', () => {
    const wider = { ...here, zoom: 13 }
    const framed = reduceMapState(nearby, { type: 'frame', view: wider, near })
    expect(framed).toEqual({ ...nearby, view: wider, near })
    expect(reduceMapState(framed, { type: 'move', view: wider, middle: there })).toBe(framed)
    const opened = reduceMapState(listState, { type: 'openLetterbox', id: 'a' })
    const flown = reduceMapState(opened, { type: 'move', view: there, middle: there })
    expect(reduceMapState(flown, { type: 'back' })).toEqual(listState)
  })

  it('follows a moved map and starts at the first page', () => {
    const moved = reduceMapState(listState, { type: 'move', view: there, middle })
    expect(moved).toMatchObject({ near: { ...middle, zoom: there.zoom }, page: 1 })
    const adding = reduceMapState(listState, { type: 'addStickers' })
    expect(reduceMapState(adding, { type: 'back' })).toEqual(listState)
    expect(reduceMapState(adding, { type: 'move', view: there, middle })).toMatchObject({
      near: null,
      page: 1,
    })
  })

  it('is cleared with the search, and another filter starts at the first page', () => {
    for (const type of ['close', 'openFilter', 'back'] as const) {
      expect(reduceMapState(listState, { type })).toMatchObject({ near: null, page: 1 })
    }
    for (const action of [
      { type: 'setMatch', match: 'all' },
      { type: 'toggleSticker', stickerId: 9 },
      { type: 'setMessagingOnly', messagingOnly: true },
      { type: 'setPreferAnswers', preferAnswers: true },
    ] as const) {
      expect(reduceMapState(listState, action)).toMatchObject({ near, page: 1 })
    }
  })
})
