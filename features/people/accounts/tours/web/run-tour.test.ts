import { notifications } from '@mantine/notifications'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runTour } from './run-tour.ts'

const drive = vi.hoisted(() => vi.fn())
vi.mock('driver.js', () => ({
  driver: () => ({ drive, destroy: vi.fn(), refresh: vi.fn(), getActiveIndex: () => 0 }),
}))

const LABELS = { next: 'Next', previous: 'Back', done: 'Done', close: 'Close' }
let stop = () => {}

beforeEach(() => {
  // Removes a late toast from the tests of another file.
  notifications.clean()
  vi.useFakeTimers()
  const target = document.createElement('div')
  target.dataset.tour = 'borrow'
  target.getBoundingClientRect = () => new DOMRect(10, 10, 100, 40)
  document.body.append(target)
})
afterEach(() => {
  stop()
  notifications.clean()
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.clearAllMocks()
})

function start() {
  const onEnd = vi.fn()
  stop = runTour({
    isReady: () => true,
    steps: [{ target: 'borrow', title: '', description: '', side: 'right' }],
    labels: LABELS,
    onAdvance: vi.fn(),
    onEnd,
  })
  return onEnd
}
const pressBeside = () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))

it('the tour waits until a toast is gone', () => {
  notifications.show({ id: 'sent', message: 'Your message was sent', autoClose: false })
  start()
  vi.advanceTimersByTime(3000)
  expect(drive).not.toHaveBeenCalled()
  notifications.hide('sent')
  vi.advanceTimersByTime(3000)
  expect(drive).toHaveBeenCalledTimes(1)
})

it.each([
  ['a press that comes with it was meant for something else', 1000, false],
  ['a press after a look at it ends it for good', 2000, true],
])('%s', (_what, milliseconds, seen) => {
  const onEnd = start()
  // The tour starts once its target has been in the same place twice.
  vi.advanceTimersByTime(300)
  expect(drive).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(milliseconds)
  pressBeside()
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(seen)
})
