import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { Siblings } from '../../processes/siblings.ts'
import { AllCallCounts, CallCounts, sharedCallCounts } from './call-counts.ts'

afterEach(() => vi.restoreAllMocks())

function count(counts: CallCounts, key: string) {
  const result = { current: 0, ttl: 0 }
  counts.incr(key, (_error, counted) => Object.assign(result, counted), MINUTE_MS)
  return result
}

/** Sets the wall clock and the monotonic clock independently. */
function travel(date: number, passed: number) {
  vi.spyOn(Date, 'now').mockReturnValue(date)
  vi.spyOn(performance, 'now').mockReturnValue(passed)
}

it('calls are counted per visitor for a minute, even if the date of the clock changes', () => {
  const counts = new CallCounts()
  travel(10 * DAY_MS, 1_000)
  expect([count(counts, 'a'), count(counts, 'a'), count(counts, 'b')]).toEqual([
    { current: 1, ttl: MINUTE_MS },
    { current: 2, ttl: MINUTE_MS },
    { current: 1, ttl: MINUTE_MS },
  ])
  travel(DAY_MS, 31_000)
  expect(count(counts, 'a')).toEqual({ current: 3, ttl: MINUTE_MS / 2 })
  travel(DAY_MS, 62_000)
  expect(count(counts, 'a')).toEqual({ current: 1, ttl: MINUTE_MS })
})

it('calls from the /56 around an IPv6 visitor count as a sixteenth', () => {
  const counts = new CallCounts()
  const from = (last: number) =>
    count(counts, `2001:db8:1:12${last.toString(16).padStart(2, '0')}::1`)
  for (let last = 0; last < 160; last++) from(last)
  expect(from(0xff).current).toBe(11)
  expect(count(counts, '2001:db8:1:1300::1').current).toBe(1)
})

it('calls are counted separately for each limit', () => {
  const counts = new CallCounts()
  count(counts, 'a')
  expect(count(counts.child({}), 'a').current).toBe(1)
})

it('calls are counted across all processes, and a route with its own limit is counted separately', async () => {
  const counts = new AllCallCounts()
  const siblings = { count: (call) => counts.count(call) } as Siblings
  const createProcess = async () => {
    const app = Fastify()
    await app.register(rateLimit, { max: 3, store: sharedCallCounts(siblings) })
    app.get('/a', () => 'a')
    app.get('/b', () => 'b')
    app.get('/own', { config: { rateLimit: { max: 1 } } }, () => 'own')
    return async (url: string) => (await app.inject(url)).statusCode
  }
  const [one, two] = [await createProcess(), await createProcess()]
  expect([await one('/a'), await two('/b'), await one('/a'), await two('/a')]).toEqual([
    200, 200, 200, 429,
  ])
  expect([await one('/own'), await two('/own')]).toEqual([200, 429])
})
