import { afterEach, expect, it, vi } from 'vitest'
import type { MapLayer } from '#platform/shared/config.ts'
import type { Painter } from './basemap/painter.ts'

/** The map's requests in order, and the ids of its painted tiles. */
const { asked, painted } = vi.hoisted(() => ({
  asked: [] as ('letterboxes' | 'streets' | 'map below' | 'ground')[],
  painted: new Set<number>(),
}))

vi.mock('./basemap/painter.ts', () => {
  const painter: Pick<Painter, 'setLook' | 'groundAt' | 'paint' | 'forget'> = {
    setLook: () => undefined,
    groundAt: () => {
      asked.push('ground')
      return Promise.resolve(null)
    },
    paint: (id, _place, { withStreets }) => {
      painted.add(id)
      asked.push(withStreets ? 'streets' : 'map below')
      return Promise.resolve()
    },
    forget: (id) => {
      painted.delete(id)
    },
  }
  return { sharedPainter: () => painter }
})

// Other tests in this process may have loaded the modules with the real painter.
vi.resetModules()
const { LetterboxMap } = await import('./letterbox-map.ts')

const ZURICH = { latitude: 47.37, longitude: 8.54 }
const LAYER: MapLayer = {
  id: 'offline',
  url: null,
  attribution: '',
  max_zoom: 20,
  streets: { url: '/streets/{z}/{x}/{y}', minzoom: 9, maxzoom: 14, bounds: [5, 45, 11, 48] },
}

/** A phone and a desktop, with the maximum number of letterbox tiles per view. */
const SCREENS = [
  { width: 390, height: 844, mostLetterboxTiles: 6 },
  { width: 1280, height: 800, mostLetterboxTiles: 9 },
]
type Screen = (typeof SCREENS)[number]

/** Maximum number of visible tiles of 256 pixels. */
const mostSeen = ({ width, height }: Screen) =>
  (Math.ceil(width / 256) + 1) * (Math.ceil(height / 256) + 1)

let map: InstanceType<typeof LetterboxMap> | null = null
const onMove = vi.fn()
const loadAddresses = vi.fn(async () => new Map([['a', 'Landstrasse 7']]))
const PIN = { id: 'a', latitude: 47.37, longitude: 8.54, kind: 'normal' } as const
/** The content of every tile. */
let pins: (typeof PIN)[] = []

afterEach(() => {
  map?.destroy()
  map = null
  pins = []
  vi.useRealTimers()
  document.body.replaceChildren()
})

const nothing = () => undefined
const noWords = () => ''

async function open({ width, height }: Pick<Screen, 'width' | 'height'>, zoom: number) {
  forgetCounts()
  const container = document.body.appendChild(document.createElement('div'))
  Object.defineProperties(container, {
    clientWidth: { value: width },
    clientHeight: { value: height },
  })
  map = new LetterboxMap(container, {
    view: { ...ZURICH, zoom },
    layers: [LAYER],
    layer: 'offline',
    filter: { stickerIds: [], match: 'any', messagingOnly: false },
    texts: {
      language: 'en',
      letterbox: noWords,
      silent: noWords,
      taken: noWords,
      house: noWords,
      cluster: noWords,
      at: (address) => address,
    },
    ownId: null,
    loadTile: async () => {
      asked.push('letterboxes')
      return { letterboxes: pins, clusters: [], total: pins.length }
    },
    loadAddresses,
    onPress: nothing,
    onPoint: nothing,
    onMove,
    onBasemap: nothing,
    onTiles: nothing,
  })
  await answered()
  return map
}

function forgetCounts() {
  asked.length = 0
  onMove.mockClear()
}

/** Requests are answered at once and shown in the next task. */
const answered = () => new Promise<void>((resolve) => setTimeout(() => setTimeout(resolve)))

const count = (what: (typeof asked)[number]) => asked.filter((each) => each === what).length

it.each(SCREENS)(
  'the map requests letterboxes first, then each base tile once, in $width x $height',
  async (screen) => {
    await open(screen, 13)
    expect(count('letterboxes')).toBeGreaterThan(0)
    expect(count('letterboxes')).toBeLessThanOrEqual(screen.mostLetterboxTiles)
    expect(asked.lastIndexOf('letterboxes')).toBeLessThan(asked.indexOf('streets'))
    expect(count('streets')).toBe(painted.size)
    expect(count('streets')).toBeLessThanOrEqual(mostSeen(screen))
    expect(count('map below')).toBe(0)
    expect(onMove).toHaveBeenCalledTimes(1)
  },
)

it.each(SCREENS)(
  'the map requests what is in view at each zoom, and no letterboxes on the way back, in $width x $height',
  async (screen) => {
    const opened = await open(screen, 13)
    for (const step of [1, 1, 1, 1, -1, -1, -1, -1]) {
      forgetCounts()
      opened.zoomBy(step)
      await answered()
      const { zoom } = opened.seen().view
      expect(onMove, `zoom ${zoom}`).toHaveBeenCalledTimes(1)
      expect(count('streets'), `zoom ${zoom}`).toBeGreaterThan(0)
      expect(count('streets'), `zoom ${zoom}`).toBeLessThanOrEqual(mostSeen(screen))
      expect(count('map below'), `zoom ${zoom}`).toBe(0)
      expect(count('ground'), `zoom ${zoom}`).toBe(zoom < 14 ? 0 : 1)
      if (step < 0) expect(count('letterboxes'), `zoom ${zoom}`).toBe(0)
      else
        expect(count('letterboxes'), `zoom ${zoom}`).toBeLessThanOrEqual(screen.mostLetterboxTiles)
    }
    const seen = count('streets')
    await vi.waitFor(() => expect(painted.size).toBe(seen))
  },
)

it('the map names markers by their street once a view rests, and requests no names before', async () => {
  vi.useFakeTimers()
  loadAddresses.mockClear()
  pins = [PIN]
  const opening = open({ width: 390, height: 844 }, 13)
  await vi.advanceTimersByTimeAsync(5000)
  const opened = await opening
  expect(loadAddresses).not.toHaveBeenCalled()
  for (const _ of [14, 15, 16]) {
    opened.zoomBy(1)
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(loadAddresses).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5000)
  expect(loadAddresses).toHaveBeenCalledTimes(1)
  const marker = document.querySelector('.ll-letterbox')
  expect(marker?.getAttribute('aria-label')).toBe('Landstrasse 7')
})
