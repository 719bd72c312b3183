import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeVectorTile } from '#platform/web/testing/vector-tile.ts'
import type { Box } from '../crowding/box-grid.ts'
import type { TileContext } from './draw-tile.ts'
import type { Path, Place, Sheet } from './sheet.ts'
import type { SheetStore } from './sheet-store.ts'
import { type Surface, TilePainter } from './tile-painter.ts'

/** Tile of zoom 14, just south-east of the world's centre. */
const ZOOM = 15
const FRAME = { zoom: ZOOM, left: 2 ** 22, top: 2 ** 22, size: 512, withStreets: true }
const STREETS = {
  url: '/streets/{z}/{x}/{y}',
  minzoom: 0,
  maxzoom: 14,
  bounds: [0, -1, 1, 0] as [number, number, number, number],
}
const LOOK = { dark: false, language: 'en', streets: STREETS }
/** A tile with land on its left half, a street, and a lake in its lower left quarter. */
const TILE = writeVectorTile({
  earth: [
    {
      type: 3,
      points: [
        [0, 0],
        [2048, 0],
        [2048, 4096],
        [0, 4096],
      ],
      props: { kind: 'earth' },
    },
  ],
  water: [
    {
      type: 3,
      points: [
        [0, 2048],
        [1024, 2048],
        [1024, 4096],
        [0, 4096],
      ],
      props: { kind: 'lake' },
    },
  ],
  roads: [
    {
      type: 2,
      points: [
        [0, 100],
        [2000, 100],
      ],
      props: { name: 'Highroad', 'name:fr': 'Grand-rue', kind: 'major_road' },
    },
  ],
})

const place = (name: string, pixels: number): Place => ({
  name,
  translated: { fr: `${name} en français` },
  x: (FRAME.left + pixels) / (256 * 2 ** ZOOM),
  y: (FRAME.top + 200) / (256 * 2 ** ZOOM),
  population: 9000,
  quarter: false,
})
const SHEET: Sheet = {
  land: [],
  lakes: [],
  borders: [],
  cantons: [],
  municipalities: [],
  places: [place('Inside', 100), place('Outside', 400)],
}
const store = {
  sheetsFor: async () => [SHEET],
  placesFor: async () => SHEET.places,
} as unknown as SheetStore

/** Records the texts and the fill colours. */
function recorder() {
  const texts: string[] = []
  const fills = new Set<string>()
  const context = {
    measureText: (text: string) => ({
      width: text.length * 6,
      actualBoundingBoxAscent: 8,
      actualBoundingBoxDescent: 2,
    }),
    fillText: (text: string) => texts.push(text),
    fill: () => fills.add(context.fillStyle),
    fillStyle: '',
  }
  const methods =
    'save restore translate rotate beginPath moveTo lineTo stroke strokeText fillRect clip setLineDash closePath'
  for (const name of methods.split(' ')) Object.assign(context, { [name]: () => undefined })
  return { texts, fills, context: context as unknown as TileContext }
}

const ruler = { getContext: () => recorder().context } as unknown as HTMLCanvasElement
let drawings: ReturnType<typeof recorder>[] = []
/** Names on the latest drawing. */
let names: Box[] = []
const surface: Surface = (draw) => {
  const drawing = recorder()
  names = draw(drawing.context)
  drawings.push(drawing)
}
const writtenText = () => drawings.at(-1)?.texts.join('')
const answers = vi.fn<() => Promise<Response>>()

function create(fonts: Promise<unknown> = Promise.resolve()) {
  const painter = new TilePainter(store, ruler, fonts)
  painter.setLook(LOOK)
  return painter
}

beforeEach(() => {
  drawings = []
  answers.mockReset().mockImplementation(async () => new Response(TILE))
  vi.stubGlobal('fetch', answers)
})
afterEach(() => vi.unstubAllGlobals())

it('the painter draws streets with their names, and basemap names only beside them', async () => {
  await create().paint(1, surface, FRAME)
  expect(drawings[0]?.fills).toContain('#fffbf2')
  expect(writtenText()).toContain('Highroad')
  expect(writtenText()).toContain('Outside')
  expect(writtenText()).not.toContain('Inside')
})

it('the painter reports the boxes of place names only', async () => {
  await create().paint(1, surface, FRAME)
  // The name comes from the map below, not from the road.
  expect(names).toHaveLength(1)
  const [{ left, right, top, bottom } = { left: 0, right: 0, top: 0, bottom: 0 }] = names
  const { x, y } = place('Outside', 400)
  const pixels = 256 * 2 ** ZOOM
  expect([(left + right) / 2, (top + bottom) / 2]).toEqual([x * pixels, y * pixels])
  expect(right - left).toBeGreaterThan(bottom - top)
})

it('the painter omits a basemap name that would cover a street, in every tile', async () => {
  // 440 pixels wide: reaches from above the street's name into the neighbouring tile.
  const name = `Llan${'fair'.repeat(17)}`
  const town = { ...place(name, 300), y: (FRAME.top + 12) / (256 * 2 ** ZOOM) }
  const sheets = { sheetsFor: async () => [SHEET], placesFor: async () => [town] }
  const painter = new TilePainter(sheets as unknown as SheetStore, ruler, Promise.resolve())
  painter.setLook(LOOK)
  const last = { east: '', west: '' }
  const write =
    (tile: keyof typeof last): Surface =>
    (draw) => {
      const { context, texts } = recorder()
      draw(context)
      last[tile] = texts.join('')
    }
  await painter.paint(1, write('east'), { ...FRAME, left: FRAME.left + FRAME.size })
  expect(last.east).toContain(name)
  await painter.paint(2, write('west'), FRAME)
  expect(last.west).toContain('Highroad')
  expect(last.west).not.toContain(name)
  await vi.waitFor(() => expect(last.east).not.toContain(name))
})

it('the painter draws no streets when they are off or outside the region', async () => {
  const painter = create()
  await painter.paint(1, surface, { ...FRAME, withStreets: false })
  expect(writtenText()).toBe('InsideOutside')
  await painter.paint(2, surface, { ...FRAME, left: 0 })
  expect(answers).not.toHaveBeenCalled()
})

it.each([
  ['without network', () => Promise.reject(new TypeError('offline'))],
  ['refused', async () => new Response('{}', { status: 429 })],
  ['damaged', async () => new Response(TILE.slice(0, 60))],
])(
  'the painter draws the basemap when streets are %s, and streets when the network returns',
  async (_, fail) => {
    answers.mockImplementation(fail)
    await create().paint(1, surface, FRAME)
    expect(writtenText()).toBe('InsideOutside')
    answers.mockImplementation(async () => new Response(TILE))
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(writtenText()).toContain('Highroad'))
  },
)

const nextTask = () => new Promise((resolve) => setImmediate(resolve))

it('the painter draws the basemap while streets are loading, and the streets when they arrive', async () => {
  let send: (answer: Response) => void = () => undefined
  answers.mockImplementation(() => new Promise((resolve) => (send = resolve)))
  const painter = create()
  await painter.paint(1, surface, FRAME)
  expect(writtenText()).toBe('InsideOutside')
  let settled = false
  const settling = painter.settled().then(() => {
    settled = true
  })
  await nextTask()
  expect(settled).toBe(false)
  send(new Response(TILE))
  await settling
  await vi.waitFor(() => expect(writtenText()).toContain('Highroad'))
})

it('the painter redraws tiles in other colours and in another language', async () => {
  const painter = create()
  await painter.paint(1, surface, FRAME)
  painter.setLook({ ...LOOK, dark: true, language: 'fr' })
  await vi.waitFor(() => expect(writtenText()).toContain('Grand-rue'))
  expect(drawings.at(-1)?.fills).toContain('#15273a')
  expect(writtenText()).not.toContain('Highroad')
  expect(writtenText()).toContain('Outside en français')
})

it('the painter draws each tile of a view once, and once more after a change', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const painter = create()
  const frames = [0, 1, 2, 3, 4, 5].map((i) => ({ ...FRAME, left: FRAME.left + i * FRAME.size }))
  await Promise.all(frames.map((frame, i) => painter.paint(i, surface, frame)))
  await vi.advanceTimersByTimeAsync(1000)
  expect(drawings).toHaveLength(frames.length)
  painter.setLook({ ...LOOK, dark: true })
  await vi.advanceTimersByTimeAsync(1000)
  await vi.waitFor(() => expect(drawings).toHaveLength(2 * frames.length))
  vi.useRealTimers()
})

it('the painter does not draw a tile that was forgotten', async () => {
  const painter = create()
  const painted = painter.paint(1, surface, FRAME)
  painter.forget(1)
  await painted
  expect(drawings).toEqual([])
})

it('the painter redraws names when the typeface arrives late', async () => {
  vi.useFakeTimers()
  let arrive = () => {}
  const typeface = new Promise<void>((resolve) => (arrive = resolve))
  const painted = create(typeface).paint(1, surface, FRAME)
  await vi.advanceTimersByTimeAsync(1500)
  await painted
  const before = drawings.length
  arrive()
  await vi.advanceTimersByTimeAsync(100)
  expect(drawings.length).toBe(before + 1)
  vi.useRealTimers()
})

describe('the ground under a spot', () => {
  const at = (pixelsX: number, pixelsY: number) =>
    [
      ZOOM,
      (FRAME.left + pixelsX) / (256 * 2 ** ZOOM),
      (FRAME.top + pixelsY) / (256 * 2 ** ZOOM),
    ] as const
  const square = (left: number, top: number, size: number): Path => {
    const [[, west, north], [, east, south]] = [at(left, top), at(left + size, top + size)]
    const points = Float64Array.of(west, north, east, north, east, south, west, south)
    return { points, west, north, east, south }
  }

  it('comes from the streets if they are drawn there', async () => {
    const painter = create()
    expect(await painter.groundAt(...at(20, 20))).toEqual({ streets: true, water: false })
    expect(await painter.groundAt(...at(20, 400))).toEqual({ streets: true, water: true })
  })

  it('comes from the basemap elsewhere: the sea, land, a lake and its island', async () => {
    const lake = { ...SHEET, land: [square(300, 0, 200)], lakes: [square(350, 50, 100)] }
    const island = { ...SHEET, lakes: [square(390, 90, 20)] }
    const sheets = { sheetsFor: async () => [lake, island], placesFor: async () => [] }
    const painter = new TilePainter(sheets as unknown as SheetStore, ruler, Promise.resolve())
    painter.setLook(LOOK)
    const waters = [at(510, 10), at(310, 10), at(360, 60), at(400, 100)].map((spot) =>
      painter.groundAt(...spot),
    )
    expect(await Promise.all(waters)).toEqual([
      { streets: false, water: true },
      { streets: false, water: false },
      { streets: false, water: true },
      { streets: false, water: false },
    ])
  })

  it('is unknown without network', async () => {
    answers.mockRejectedValue(new TypeError('offline'))
    await expect(create().groundAt(...at(20, 20))).rejects.toThrow()
  })
})
