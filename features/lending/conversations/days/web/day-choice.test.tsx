import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { call } from '#platform/web/data/api-client.ts'
import { CONFIG_KEY } from '#platform/web/data/config.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { forgetServerTime } from '#platform/web/data/server-clock.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { DayChoice } from './day-choice.tsx'

beforeEach(() => void vi.stubEnv('TZ', 'America/Los_Angeles'))
afterEach(() => {
  vi.unstubAllEnvs()
  queryClient.clear()
  forgetServerTime()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['2026-11-28T22:30:00Z', 0, '2026-11-28', 'half past eleven in Zurich'],
  ['2026-11-28T23:30:00Z', 0, '2026-11-29', 'half past midnight in Zurich'],
  ['2026-11-28T22:30:00Z', -26, '2026-11-28', 'a clock that is 26 hours slow'],
  ['2026-11-28T23:30:00Z', -26, '2026-11-29', 'a clock that is 26 hours slow, after midnight'],
  ['2026-11-28T22:30:00Z', 26, '2026-11-28', 'a clock that is 26 hours fast'],
  ['2026-11-28T23:30:00Z', 26, '2026-11-29', 'a clock that is 26 hours fast, after midnight'],
])('DayChoice offers no day that the server refuses: %s, %i, %s, %s', async (now, wrong, today) => {
  const time = Date.parse(now)
  vi.useFakeTimers({ toFake: ['Date'], now: time + wrong * HOUR_MS })
  const headers = { Date: new Date(time).toUTCString(), 'Cache-Control': 'no-store' }
  vi.stubGlobal('fetch', async () => new Response('[]', { headers }))
  await call('GET /transactions', { query: {} })
  const onChange = vi.fn()
  await renderInApp(<DayChoice label="When?" field={{ value: null, onChange }} />)
  queryClient.setQueryData(CONFIG_KEY, { time_zone: 'Europe/Zurich' })
  const user = userEvent.setup()
  await vi.waitFor(() =>
    expect(document.querySelector<HTMLElement>('[data-day]')?.dataset.day).toBe(today),
  )
  const offered = [...document.querySelectorAll<HTMLElement>('[data-day]')]
  expect(offered.filter(({ dataset }) => (dataset.day ?? '') < today)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Today' }))
  expect(onChange).toHaveBeenCalledWith({ from: today, until: today })
})
