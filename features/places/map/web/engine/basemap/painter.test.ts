import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Painter } from './painter.ts'
import type { PainterAnswer, PainterOrder } from './painter.worker.ts'

const FRAME = { zoom: 3, left: 0, top: 0, size: 512, withStreets: true }

const LAKE = { streets: true, water: true }

class FakeWorker extends EventTarget {
  readonly orders: PainterOrder[] = []
  readonly terminate = vi.fn()
  postMessage(order: PainterOrder) {
    this.orders.push(order)
    if (order.type === 'tellLoaded') order.port.postMessage(['/basemap/index.json'])
  }
  answer(data: PainterAnswer) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const page = {
  paint: vi.fn((_id: number, _canvas: HTMLCanvasElement) => Promise.resolve()),
  forget: vi.fn(),
  setLook: vi.fn(),
  groundAt: vi.fn((_zoom: number, _x: number, _y: number) => Promise.resolve(LAKE)),
}
const transferFromImageBitmap = vi.fn()
/** Null if the browser does not support the requested kind of context. */
let context: { transferFromImageBitmap: typeof transferFromImageBitmap } | null
let worker = new FakeWorker()

function create(parts: Partial<ConstructorParameters<typeof Painter>[0]> = {}) {
  return new Painter({
    createWorker: () => worker as unknown as Worker,
    createPagePainter: () => Promise.resolve(page),
    ...parts,
  })
}

const onNames = vi.fn()
const place = () => document.createElement('div')

function picture() {
  return { close: vi.fn(), width: 1024, height: 1024 } as unknown as ImageBitmap
}

beforeEach(() => {
  vi.clearAllMocks()
  worker = new FakeWorker()
  context = { transferFromImageBitmap }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never)
})

afterEach(() => vi.restoreAllMocks())

it('the painter shows every picture of the worker', async () => {
  const visiblePlace = place()
  const painting = create().paint(1, visiblePlace, FRAME, 2, onNames)
  expect(worker.orders).toEqual([{ type: 'paint', id: 1, frame: FRAME, ratio: 2 }])
  const [first, second] = [picture(), picture()]
  worker.answer({ id: 1, picture: first, names: [] })
  const names = [{ left: 1, top: 2, right: 3, bottom: 4 }]
  worker.answer({ id: 1, picture: second, names })
  await painting
  expect(onNames.mock.calls).toEqual([[[]], [names]])
  expect(transferFromImageBitmap.mock.calls).toEqual([[first], [second]])
  expect([...visiblePlace.querySelectorAll('canvas')].map(({ width }) => width)).toEqual([1024])
  expect(page.paint).not.toHaveBeenCalled()
})

it('the painter returns the files of the worker, and none when the page draws', async () => {
  expect(await create().filesOfWorker()).toEqual(['/basemap/index.json'])
  expect(await create({ createWorker: () => null }).filesOfWorker()).toEqual([])
})

it('the painter rejects a failed tile and sends the next one to the worker again', async () => {
  const painter = create()
  const painting = painter.paint(1, place(), FRAME, 2, onNames)
  worker.answer({ id: 1, failure: 'no network', unable: false })
  await expect(painting).rejects.toThrow('no network')
  painter.paint(2, place(), FRAME, 2, onNames)
  expect(worker.orders.length).toBe(2)
  expect(page.paint).not.toHaveBeenCalled()
})

it.each([
  ['its code does not come', () => worker.dispatchEvent(new Event('error'))],
  ['nothing can be drawn there', () => worker.answer({ id: 2, failure: 'no', unable: true })],
])('the painter draws in the page when the worker fails: %s', async (_, fail) => {
  const painter = create()
  painter.setLook({ dark: true })
  const first = place()
  const firstPainting = painter.paint(1, first, FRAME, 2, onNames)
  worker.answer({ id: 1, picture: picture(), names: [] })
  await firstPainting
  painter.paint(3, place(), FRAME, 2, onNames)
  painter.forget(3)
  const second = place()
  const secondPainting = painter.paint(2, second, FRAME, 2, onNames)
  fail()
  await secondPainting
  expect(page.setLook).toHaveBeenLastCalledWith({ dark: true, language: '', streets: null })
  // Visible tiles too, because the worker can no longer redraw them in other colours.
  expect(page.paint.mock.calls).toEqual([
    [1, first.querySelector('canvas'), FRAME, onNames],
    [2, second.querySelector('canvas'), FRAME, onNames],
  ])
  expect(first.childElementCount).toBe(1)
  expect(worker.terminate).toHaveBeenCalled()
  await painter.paint(4, place(), FRAME, 2, onNames)
  expect(page.paint).toHaveBeenCalledTimes(3)
})

it('the painter draws in the page if bitmaps cannot be shown', async () => {
  context = null
  const painting = create().paint(1, place(), FRAME, 2, onNames)
  worker.answer({ id: 1, picture: picture(), names: [] })
  await painting
  expect(page.paint).toHaveBeenCalledTimes(1)
})

it('the painter frees the memory of a forgotten tile at once', async () => {
  const painter = create()
  const visiblePlace = place()
  const painting = painter.paint(1, visiblePlace, FRAME, 2, onNames)
  worker.answer({ id: 1, picture: picture(), names: [] })
  await painting
  painter.forget(1)
  expect(visiblePlace.querySelector('canvas')?.width).toBe(0)
  const late = picture()
  worker.answer({ id: 1, picture: late, names: [] })
  expect(late.close).toHaveBeenCalled()
})

it('the painter draws in the page if the worker is unusable', async () => {
  await create({ createWorker: () => null }).paint(1, place(), FRAME, 2, onNames)
  expect(page.paint).toHaveBeenCalledTimes(1)
})

it('the painter draws in the page without workers, and loads its code again after a failure', async () => {
  const createPagePainter = vi
    .fn(() => Promise.resolve(page))
    .mockRejectedValueOnce(new TypeError('no network'))
  const painter = create({
    createWorker: () => {
      throw new Error('not allowed')
    },
    createPagePainter,
  })
  await expect(painter.paint(1, place(), FRAME, 2, onNames)).rejects.toThrow('no network')
  await painter.paint(2, place(), FRAME, 2, onNames)
  expect(page.paint).toHaveBeenCalledTimes(1)
})

describe('the ground under a spot', () => {
  const SPOT = { latitude: 0, longitude: -90 }
  const LOOK = { dark: false, language: 'en', streets: null }
  const groundOrders = () => worker.orders.filter(({ type }) => type === 'groundAt')

  it('is requested from the worker once the look of the map is set', async () => {
    const painter = create()
    const ground = painter.groundAt(SPOT)
    expect(groundOrders()).toEqual([])
    painter.setLook(LOOK)
    expect(groundOrders()).toEqual([{ type: 'groundAt', id: 1, zoom: 16, x: 0.25, y: 0.5 }])
    worker.answer({ id: 1, ground: LAKE })
    expect(await ground).toEqual(LAKE)
  })

  it('is requested from the page if the worker fails, and is null while its code is missing', async () => {
    const createPagePainter = vi
      .fn(() => Promise.resolve(page))
      .mockRejectedValueOnce(new TypeError('no network'))
    const painter = create({ createPagePainter })
    painter.setLook(LOOK)
    const first = painter.groundAt(SPOT)
    worker.dispatchEvent(new Event('error'))
    expect(await first).toBeNull()
    expect(await painter.groundAt(SPOT)).toEqual(LAKE)
    expect(page.groundAt).toHaveBeenCalledWith(16, 0.25, 0.5)
  })
})
