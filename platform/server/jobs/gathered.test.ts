import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gathered } from './gathered.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('gathered calls run once per period, and later calls run once more', () => {
  const run = vi.fn()
  const { call } = gathered(run, 50)
  call()
  vi.advanceTimersByTime(30)
  call()
  call()
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(20)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledTimes(1)
  call()
  vi.advanceTimersByTime(50)
  expect(run).toHaveBeenCalledTimes(2)
})

it('a gathered call made by the run itself leads to another run', () => {
  const run = vi.fn(() => {
    if (run.mock.calls.length === 1) all.call()
  })
  const all = gathered(run, 50)
  all.call()
  vi.advanceTimersByTime(100)
  expect(run).toHaveBeenCalledTimes(2)
})

it('a gathered call does not run after the stop', () => {
  const run = vi.fn()
  const all = gathered(run, 50)
  all.call()
  all.stop()
  all.call()
  vi.advanceTimersByTime(1_000)
  expect(run).not.toHaveBeenCalled()
})
