import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addWorkerFiles } from '../data/worker-files.ts'
import { afterwards } from './afterwards.ts'

const registerServiceWorker = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('./service-worker/registration.tsx', () => ({ registerServiceWorker }))

beforeEach(() => {
  vi.useFakeTimers()
  registerServiceWorker.mockClear()
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
})

afterEach(() => vi.useRealTimers())

it('leaves the network to the streets of the first view, and then stores the app', async () => {
  let arrive: (files: string[]) => void = () => undefined
  addWorkerFiles(
    () =>
      new Promise((resolve) => {
        arrive = resolve
      }),
  )
  const done = afterwards()
  await vi.advanceTimersByTimeAsync(5000)
  expect(registerServiceWorker).not.toHaveBeenCalled()
  arrive([])
  await done
  expect(registerServiceWorker).toHaveBeenCalledOnce()
})

it('does not wait for a worker that has died', async () => {
  addWorkerFiles(() => new Promise(() => undefined))
  const done = afterwards()
  await vi.advanceTimersByTimeAsync(20_000)
  await done
  expect(registerServiceWorker).toHaveBeenCalledOnce()
})
