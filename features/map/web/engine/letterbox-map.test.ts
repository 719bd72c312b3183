import { afterEach, expect, it, vi } from 'vitest'
import type { Pin } from '#features/letterboxes/contract.ts'
import type { MapLayer } from '#platform/shared/config.ts'
import type { Painter } from './basemap/painter.ts'

/** What the map asks for, in its order, and the tiles that it has of the painter. */
const { asked, painted } = vi.hoisted(() => ({
  asked: [] as ('letterboxes' | 'streets' | 'map below' | 'ground' | 'addresses')[],
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

// Other tests of this process may have loaded the modules with the real painter.
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

/** A phone and a desktop, and how many letterbox tiles a view of them asks for at most. */
const SCREENS = [
  { width: 390, height: 844, mostLetterboxTiles: 6 },
  { width: 1280, height: 800, mostLetterboxTiles: 9 },
]
type Screen = (typeof SCREENS)[number]

/** How many tiles of 256 pixels can be seen at once. */
const mostSeen = ({ width, height }: Screen) =>
  (Math.ceil(width / 256) + 1) * (Math.ceil(height / 256) + 1)

let map: InstanceType<typeof LetterboxMap> | null = null
let pins: Pin[] = []
const onMove = vi.fn()

afterEach(() => {
  map?.destroy()
  map = null
  pins = []
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

const nothing = () => undefined
const noWords = () => ''

async function open({ width, height }: Screen, zoom: number) {
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
      house: noWords,
      cluster: noWords,
      at: (address) => address,
    },
    ownId: null,
    loadTile: async () => {
      asked.push('letterboxes')
      return { letterboxes: pins, clusters: [], total: pins.length }
    },
    loadAddresses: async () => {
      asked.push('addresses')
      return new Map([['a', 'Landstrasse 5']])
    },
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

/** What was asked for is answered at once, and shown in the next task. */
const answered = () => new Promise<void>((resolve) => setTimeout(() => setTimeout(resolve)))

const count = (what: (typeof asked)[number]) => asked.filter((each) => each === what).length

it.each(SCREENS)(
  'asks first for letterboxes, then once for each tile of the map below, in $width x $height',
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
  'asks for what is seen with each zoom, and for no letterboxes on the way back, in $width x $height',
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

const marker = () => document.querySelector<HTMLElement>('.ll-letterbox')
const DESKTOP: Screen = { width: 1280, height: 800, mostLetterboxTiles: 9 }

it('who steps through the markers by keyboard hears street and number; nobody else asks for them', async () => {
  pins = [{ id: 'a', ...ZURICH, kind: 'normal' }]
  await open(DESKTOP, 18)
  expect(marker()?.ariaLabel).toBe('')
  const container = marker()?.closest<HTMLElement>('.leaflet-container')
  const isByKeyboard = vi.spyOn(HTMLElement.prototype, 'matches').mockReturnValue(false)
  marker()?.focus()
  expect(count('addresses')).toBe(0)
  isByKeyboard.mockReturnValue(true)
  container?.focus()
  await answered()
  expect(count('addresses')).toBe(1)
  expect(marker()?.ariaLabel).toBe('Landstrasse 5')
  marker()?.focus()
  expect(count('addresses')).toBe(1)
})

it('the own letterbox is told apart once the account has arrived, in the same map', async () => {
  pins = [{ id: 'a', ...ZURICH, kind: 'normal' }]
  const opened = await open(DESKTOP, 18)
  const before = marker()?.querySelector('img')?.src
  opened.setOwn('a')
  expect(marker()?.querySelector('img')?.src).not.toBe(before)
  opened.setOwn(null)
  expect(marker()?.querySelector('img')?.src).toBe(before)
})

it('locating zooms as close as its accuracy allows', async () => {
  const calm = { ...window.matchMedia('all'), matches: true, addEventListener: nothing }
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...calm, removeEventListener: nothing })
  const opened = await open(DESKTOP, 10)
  opened.flyToLocated({ ...ZURICH, accuracy: 4000 })
  const { view, box } = opened.seen()
  expect(view.zoom).toBeLessThan(14)
  expect(box.north - box.south).toBeGreaterThan(8000 / 111_000)
  opened.flyToLocated({ ...ZURICH, accuracy: 15 })
  expect(opened.seen().view.zoom).toBe(18)
})
