import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { background } from './background.ts'

const logger = pino({ level: 'silent' })

/** A run that lasts until the test ends it. */
function held() {
  const ends: (() => void)[] = []
  const run = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  return { run, end: () => ends.shift()?.() }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('a background task runs at its interval, and immediately only if that is enabled', async () => {
  const later = vi.fn(async () => {})
  const now = vi.fn(async () => {})
  const stops = [
    background({ logger }, { name: 'later', everyMs: 1000 }, later),
    background({ logger }, { name: 'now', everyMs: 1000, atOnce: true }, now),
  ]
  expect([later.mock.calls.length, now.mock.calls.length]).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(2000)
  expect([later.mock.calls.length, now.mock.calls.length]).toEqual([2, 3])
  for (const stop of stops) await stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect([later.mock.calls.length, now.mock.calls.length]).toEqual([2, 3])
})

it('a background task never overlaps with itself', async () => {
  const { run, end } = held()
  const stop = background({ logger }, { name: 'slow', everyMs: 1000 }, run)
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).toHaveBeenCalledTimes(1)
  end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(run).toHaveBeenCalledTimes(2)
  end()
  await stop()
})

it('a background task that fails is logged and runs again', async () => {
  const warn = vi.spyOn(logger, 'warn')
  const run = vi.fn(() => Promise.reject(new Error('no database')))
  const stop = background({ logger }, { name: 'cleaning up', everyMs: 1000 }, run)
  await vi.advanceTimersByTimeAsync(2000)
  expect(run).toHaveBeenCalledTimes(2)
  expect(warn).toHaveBeenCalledWith(
    { err: new Error('no database') },
    'cleaning up failed; trying again later',
  )
  await stop()
})

it('stopping a background task waits for its current run', async () => {
  const { run, end } = held()
  const stop = background({ logger }, { name: 'slow', everyMs: 1000, atOnce: true }, run)
  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  await Promise.resolve()
  expect(stopped).toBe(false)
  end()
  await stopping
  expect(stopped).toBe(true)
})
