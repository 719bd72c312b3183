import { beforeEach, expect, it, vi } from 'vitest'
import { Painter } from './painter.ts'
import type { PainterAnswer, PainterOrder } from './painter.worker.ts'

const FRAME = { zoom: 3, left: 0, top: 0, size: 512, withStreets: true }

class FakeWorker extends EventTarget {
  readonly orders: PainterOrder[] = []
  readonly terminate = vi.fn()
  postMessage(order: PainterOrder) {
    this.orders.push(order)
  }
  answer(data: PainterAnswer) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const page = { paint: vi.fn(() => Promise.resolve()), forget: vi.fn(), setLook: vi.fn() }
const drawImage = vi.fn()
let worker = new FakeWorker()

function create(parts: Partial<ConstructorParameters<typeof Painter>[0]> = {}) {
  return new Painter({
    createWorker: () => worker as unknown as Worker,
    createPagePainter: () => Promise.resolve(page),
    ...parts,
  })
}

function canvas(): HTMLCanvasElement {
  const element = document.createElement('canvas')
  element.width = 1024
  element.getContext = (() => ({ drawImage })) as unknown as HTMLCanvasElement['getContext']
  return element
}

function picture() {
  return { close: vi.fn() } as unknown as ImageBitmap
}

beforeEach(() => {
  vi.clearAllMocks()
  worker = new FakeWorker()
})

it('shows what the worker has drawn, each time that it draws', async () => {
  const drawn = create().paint(1, canvas(), FRAME)
  expect(worker.orders).toEqual([{ type: 'paint', id: 1, frame: FRAME, ratio: 2 }])
  const [first, second] = [picture(), picture()]
  worker.answer({ id: 1, picture: first })
  worker.answer({ id: 1, picture: second })
  await drawn
  expect(drawImage.mock.calls).toEqual([
    [first, 0, 0],
    [second, 0, 0],
  ])
  expect(first.close).toHaveBeenCalled()
  expect(page.paint).not.toHaveBeenCalled()
})

it('says so when what is drawn does not come, and asks the worker again for the next tile', async () => {
  const painter = create()
  const drawn = painter.paint(1, canvas(), FRAME)
  worker.answer({ id: 1, failure: 'no network', unable: false })
  await expect(drawn).rejects.toThrow('no network')
  painter.paint(2, canvas(), FRAME)
  expect(worker.orders.length).toBe(2)
  expect(page.paint).not.toHaveBeenCalled()
})

it.each([
  ['its code does not come', () => worker.dispatchEvent(new Event('error'))],
  ['nothing can be drawn there', () => worker.answer({ id: 2, failure: 'no', unable: true })],
])('draws in the page when the worker fails: %s', async (_, fail) => {
  const painter = create()
  painter.setLook({ dark: true })
  const first = canvas()
  const seen = painter.paint(1, first, FRAME)
  worker.answer({ id: 1, picture: picture() })
  await seen
  painter.paint(3, canvas(), FRAME)
  painter.forget(3)
  const second = canvas()
  const waiting = painter.paint(2, second, FRAME)
  fail()
  await waiting
  expect(page.setLook).toHaveBeenLastCalledWith({ dark: true, language: '', streets: null })
  // The one that was seen, too: nobody else could draw it again in other colours.
  expect(page.paint.mock.calls).toEqual([
    [1, first, FRAME],
    [2, second, FRAME],
  ])
  expect(worker.terminate).toHaveBeenCalled()
  await painter.paint(4, canvas(), FRAME)
  expect(page.paint).toHaveBeenCalledTimes(3)
})

it('draws in the page where workers draw wrongly', async () => {
  await create({ createWorker: () => null }).paint(1, canvas(), FRAME)
  expect(page.paint).toHaveBeenCalledTimes(1)
})

it('draws in the page where there are no workers, and tries again when its code did not come', async () => {
  const createPagePainter = vi
    .fn(() => Promise.resolve(page))
    .mockRejectedValueOnce(new TypeError('no network'))
  const painter = create({
    createWorker: () => {
      throw new Error('not allowed')
    },
    createPagePainter,
  })
  await expect(painter.paint(1, canvas(), FRAME)).rejects.toThrow('no network')
  await painter.paint(2, canvas(), FRAME)
  expect(page.paint).toHaveBeenCalledTimes(1)
})
