import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addWorkerFiles } from '../data/worker-files.ts'
import { prepareForLater } from './prepare-for-later.ts'

const asked = vi.hoisted(() => ({ code: 0, started: vi.fn(async () => undefined) }))
vi.mock('./afterwards.ts', () => {
  asked.code += 1
  return { afterwards: asked.started }
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  asked.code = 0
  asked.started.mockClear()
})

afterEach(() => vi.useRealTimers())

it('preparing for later, including the code of the service worker, waits for the streets of the first view', async () => {
  let arrive: (files: string[]) => void = () => undefined
  addWorkerFiles(
    () =>
      new Promise((resolve) => {
        arrive = resolve
      }),
  )
  prepareForLater()
  await vi.advanceTimersByTimeAsync(8000)
  expect(asked.code).toBe(0)
  arrive([])
  await vi.waitFor(() => expect(asked.started).toHaveBeenCalledOnce())
})

it('preparing for later does not wait for a worker that has died', async () => {
  addWorkerFiles(() => new Promise(() => undefined))
  prepareForLater()
  await vi.advanceTimersByTimeAsync(20_000)
  await vi.waitFor(() => expect(asked.started).toHaveBeenCalledOnce())
})
