import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startEnglish } from '#platform/web/testing/render.tsx'
import { BUNDLED_LAYERS } from './data/map.ts'
import { type LetterboxMapProps, useLetterboxMap } from './use-letterbox-map.ts'

const PLACE = { latitude: 47.37, longitude: 8.54 }

// The test has neither a worker to paint the map nor a server.
beforeEach(() => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {}
    },
  )
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')))
})
afterEach(() => vi.unstubAllGlobals())

it('useLetterboxMap() keeps its map when the account loads and a letterbox is selected at the same time', async () => {
  await startEnglish()
  const container = { current: document.body.appendChild(document.createElement('div')) }
  const props: LetterboxMapProps = {
    start: { ...PLACE, zoom: 15 },
    layers: BUNDLED_LAYERS,
    ownId: null,
    filter: { stickerIds: [], match: 'any', messagingOnly: false },
    selected: null,
    hovered: null,
    onPress: () => undefined,
    onMove: () => undefined,
    onReady: () => undefined,
  }
  const { result, rerender, unmount } = renderHook((now) => useLetterboxMap(container, now), {
    initialProps: props,
  })
  await waitFor(() => expect(result.current.map).not.toBeNull())
  const first = result.current.map

  act(() =>
    rerender({ ...props, ownId: 'mine', selected: { id: 'other', kind: 'normal', ...PLACE } }),
  )

  expect(result.current.map).toBe(first)
  expect(first?.destroyed).toBe(false)
  expect(container.current.querySelector('.leaflet-marker-icon')).not.toBeNull()
  unmount()
  container.current.remove()
})
