import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { call } from './api-client.ts'
import { addDays, communityToday, dayOf, instantOf, timeOf, useToday } from './community-day.ts'
import { CONFIG_KEY } from './config.ts'
import { queryClient } from './query-client.ts'
import { forgetServerTime } from './server-clock.ts'

/** Sets the server's time and the caching of the next answer. */
function answerAt(time: string, cacheControl = 'no-store'): Promise<unknown> {
  const headers = { Date: new Date(time).toUTCString(), 'Cache-Control': cacheControl }
  vi.stubGlobal('fetch', async () => new Response('[]', { headers }))
  return call('GET /transactions', { query: {} })
}

beforeEach(() => queryClient.setQueryData(CONFIG_KEY, { time_zone: 'Europe/Zurich' }))

afterEach(() => {
  queryClient.clear()
  forgetServerTime()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the days of the community', () => {
  it.each([
    ['2026-11-28T22:30:00Z', '2026-11-28', '23:30'],
    ['2026-11-28T23:30:00Z', '2026-11-29', '00:30'],
    ['2026-06-30T22:10:00Z', '2026-07-01', '00:10'],
  ])('begin at midnight in its time zone: %s', (instant, day, time) => {
    expect(dayOf(new Date(instant))).toBe(day)
    expect(timeOf(new Date(instant))).toBe(time)
    expect(instantOf(day, time)).toBe(new Date(instant).toISOString())
  })

  it('follow the device until the settings are loaded', () => {
    queryClient.clear()
    const noon = new Date(2026, 10, 29, 12)
    expect([dayOf(noon), timeOf(noon)]).toEqual(['2026-11-29', '12:00'])
    expect(instantOf('2026-11-29', '12:00')).toBe(noon.toISOString())
  })

  it('have no instant for an incomplete date and time', () => {
    expect(instantOf('2026-11-21', '')).toBeNull()
    expect(instantOf('', '10:00')).toBeNull()
    expect(instantOf('2026-11-21', 'noon')).toBeNull()
  })

  it('are counted across the end of a month and clock changes', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2026-03-29', -1)).toBe('2026-03-28')
  })
})

describe('today', () => {
  const SERVER = '2026-11-29T11:00:00Z'

  it.each([-26, 26])(
    'is taken from the server on a device that is %i hours wrong',
    async (wrong) => {
      const now = Date.parse(SERVER) + wrong * HOUR_MS
      vi.useFakeTimers({ toFake: ['Date'], now })
      expect(communityToday()).not.toBe('2026-11-29')
      await answerAt(SERVER)
      expect(communityToday()).toBe('2026-11-29')
    },
  )

  it('is not taken from a response that may be cached', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(SERVER) })
    await answerAt('2026-11-20T11:00:00Z', 'public, max-age=600')
    expect(communityToday()).toBe('2026-11-29')
  })

  it('changes at midnight on a page that stays open', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-29T22:59:50Z') })
    const { result } = renderHook(() => useToday())
    expect(result.current).toBe('2026-11-29')
    act(() => void vi.advanceTimersByTime(MINUTE_MS))
    expect(result.current).toBe('2026-11-30')
  })
})
