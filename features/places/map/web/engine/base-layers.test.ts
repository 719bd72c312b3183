import { afterEach, expect, it, vi } from 'vitest'
import type { MapLayer } from '#platform/shared/config.ts'
import type { Ground } from './basemap/ground.ts'

const painter = vi.hoisted(() => ({ setLook: vi.fn(), groundAt: vi.fn() }))
vi.mock('./basemap/painter.ts', () => ({ sharedPainter: () => painter }))
vi.mock('./basemap/drawn-layer.ts', () => ({
  DrawnLayer: class {
    addTo = () => this
    showStreets = vi.fn()
  },
}))

// Other tests in this process may have loaded the modules with the real painter.
vi.resetModules()
const { BaseLayers } = await import('./base-layers.ts')
const { LeafletMap } = await import('./leaflet.ts')

afterEach(() => vi.clearAllMocks())

const DRAWN: MapLayer = {
  id: 'offline',
  url: null,
  attribution: '',
  max_zoom: 20,
  streets: { url: '/streets/{z}/{x}/{y}', minzoom: 9, maxzoom: 14, bounds: [9, 47, 10, 48] },
}
const LAKE: Ground = { streets: false, water: true }

function show() {
  const looks: ((ground: Ground) => void)[] = []
  painter.groundAt.mockImplementation(() => new Promise((answer) => looks.push(answer)))
  const map = new LeafletMap(document.createElement('div'), { center: [47.16, 9.5], zoom: 17 })
  const onState = vi.fn()
  const base = new BaseLayers(map, {
    layers: [DRAWN],
    chosen: 'offline',
    maxZoom: 20,
    dark: false,
    language: 'de',
    onState,
  })
  const answer = async (look: number, ground: Ground) => {
    looks[look]?.(ground)
    await Promise.resolve()
  }
  return { map, base, onState, answer }
}

it('the base layer reports whether the bundled map covers the view', async () => {
  const { onState, answer } = show()
  expect(onState).toHaveBeenLastCalledWith(expect.objectContaining({ bundled: false }))
  await answer(0, LAKE)
  expect(onState).toHaveBeenLastCalledWith(expect.objectContaining({ bundled: true }))
})

it('the base layer ignores an answer for a place that the map has left', async () => {
  const { map, onState, answer } = show()
  map.setView([47.17, 9.51], 17, { animate: false })
  await answer(0, LAKE)
  expect(onState).toHaveBeenLastCalledWith(expect.objectContaining({ bundled: false }))
})

it('the base layer reports nothing after it is destroyed', async () => {
  const failed = vi.fn()
  process.on('unhandledRejection', failed)
  const { map, base, onState, answer } = show()
  const callsBefore = onState.mock.calls.length
  base.destroy()
  map.remove()
  await answer(0, LAKE)
  await new Promise(setImmediate)
  process.off('unhandledRejection', failed)
  expect(failed).not.toHaveBeenCalled()
  expect(onState).toHaveBeenCalledTimes(callsBefore)
})
