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

it('leaves the network to the streets of the first view, also by the code that stores the app', async () => {
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

it('does not wait for a worker that has died', async () => {
  addWorkerFiles(() => new Promise(() => undefined))
  prepareForLater()
  await vi.advanceTimersByTimeAsync(20_000)
  await vi.waitFor(() => expect(asked.started).toHaveBeenCalledOnce())
})
