import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { queryClient } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The attempts of a query that always fails with `error`, in seconds after the first one. */
async function attemptTimes(error: Error): Promise<number[]> {
  const begin = Date.now()
  const times: number[] = []
  const client = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() })
  const observer = new QueryObserver(client, {
    queryKey: ['busy'],
    queryFn: () => {
      times.push((Date.now() - begin) / 1000)
      throw error
    },
  })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(120_000)
  stop()
  return times
}

const busy = (retryAfter: number | null) => new ApiError(503, 'unavailable', '', {}, retryAfter)

it('a query is retried when a busy server says so, with a random delay', async () => {
  const times = await attemptTimes(busy(4))
  const [, second = 0, third = 0] = times
  for (const pause of [second, third - second]) {
    expect(pause).toBeGreaterThanOrEqual(4)
    expect(pause).toBeLessThanOrEqual(6)
  }
  expect(await attemptTimes(busy(4))).not.toEqual(times)
})

it('a query is retried for at most twenty seconds, however long the server asks it to wait', async () => {
  expect(await attemptTimes(busy(3600))).toEqual([0, 10, 20])
})

it('a query is retried after growing pauses without Retry-After, and not after an invalid request', async () => {
  expect(await attemptTimes(busy(null))).toEqual([0, 1, 3])
  expect(await attemptTimes(new ApiError(0, 'network', ''))).toEqual([0, 1, 3])
  expect(await attemptTimes(new ApiError(422, 'validation', ''))).toEqual([0])
})
