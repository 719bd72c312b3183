import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { describe, expect, it } from 'vitest'
import { useMapState } from './use-map-state.ts'

const here = { latitude: 47.37, longitude: 8.54, zoom: 15 }
const there = { latitude: 47.38, longitude: 8.53, zoom: 18 }
const id = '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a10'

function start(address: string) {
  const { result } = renderHook(
    () => ({ map: useMapState(), location: useLocation(), navigate: useNavigate() }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <MemoryRouter initialEntries={['/about', address]} initialIndex={1}>
          {children}
        </MemoryRouter>
      ),
    },
  )
  return {
    get state() {
      return result.current.map.state
    },
    get fromElsewhere() {
      return result.current.map.fromElsewhere
    },
    get path() {
      return result.current.location.pathname
    },
    do: (...actions: Parameters<typeof result.current.map.dispatch>[0][]) =>
      act(() => {
        for (const action of actions) result.current.map.dispatch(action)
      }),
    browserBack: () => act(() => result.current.navigate(-1)),
  }
}

describe('the map state in the URL', () => {
  it('adds a history entry for each step and none for a movement', () => {
    const map = start('/')
    map.do({ type: 'move', view: here })
    map.do({ type: 'pickSticker', stickerId: 3 })
    map.do({ type: 'move', view: there })
    map.browserBack()
    expect(map.state).toMatchObject({ panel: 'FilterLetterboxes', stickerIds: [], view: here })
    map.browserBack()
    expect(map.path).toBe('/about')
  })

  it('moves the map to a URL that the map did not write itself', () => {
    const map = start('/map?lat=47.37&lng=8.54&z=15')
    expect(map.fromElsewhere).toBe(true)
    map.do({ type: 'move', view: there })
    expect(map.fromElsewhere).toBe(false)
    map.do({ type: 'openLetterbox', id })
    expect(map.fromElsewhere).toBe(false)
    map.browserBack()
    expect(map.fromElsewhere).toBe(true)
    expect(map.state.view).toEqual(there)
  })

  it('returns to the nearby list like the browser does, with its map position', () => {
    const map = start('/map?sticker=3&lat=47.37&lng=8.54&z=15')
    map.do({ type: 'openLetterbox', id }, { type: 'move', view: there })
    expect(map.path).toBe(`/map/letterbox/${id}`)
    map.do({ type: 'back' })
    expect(map.state).toMatchObject({ panel: 'NearbyLetterboxes', stickerIds: [3], view: here })
    // Going back reuses the list's history entry instead of adding a new one behind the letterbox.
    map.browserBack()
    expect(map.path).toBe('/about')
  })

  it('returns to the earlier position even if the list was not open before', () => {
    const map = start('/map?lat=47.37&lng=8.54&z=15')
    map.do({ type: 'openLetterbox', id })
    map.do({ type: 'move', view: there })
    map.do({ type: 'back' })
    expect(map.state).toMatchObject({ panel: 'NearbyLetterboxes', view: here })
    expect(map.fromElsewhere).toBe(true)
  })

  it('adds a history entry when a sticker is added, and none when one is removed', () => {
    const map = start('/map?sticker=3')
    map.do({ type: 'addStickers' })
    expect(map.path).toBe('/')
    map.do({ type: 'back' })
    expect(map.state).toMatchObject({ panel: 'NearbyLetterboxes', stickerIds: [3] })
    map.do({ type: 'addStickers' }, { type: 'toggleSticker', stickerId: 5 })
    map.do({ type: 'setMatch', match: 'all' })
    expect(map.state).toMatchObject({ stickerIds: [3, 5], match: 'all' })
    map.do({ type: 'toggleSticker', stickerId: 3 })
    map.browserBack()
    expect(map.state).toMatchObject({ panel: 'FilterLetterboxes', stickerIds: [3] })
    map.browserBack()
    expect(map.state).toMatchObject({ panel: 'NearbyLetterboxes', stickerIds: [3] })
    map.browserBack()
    expect(map.path).toBe('/about')
  })

  it('includes several actions of the same moment', () => {
    const map = start('/')
    map.do(
      { type: 'pickSticker', stickerId: 3 },
      { type: 'move', view: here },
      { type: 'setMessagingOnly', messagingOnly: true },
    )
    expect(map.state).toMatchObject({
      panel: 'NearbyLetterboxes',
      stickerIds: [3],
      view: here,
      messagingOnly: true,
    })
  })
})
