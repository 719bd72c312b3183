import { expect, it } from 'vitest'
import { lastDigests } from './digest-times.ts'

const last = (now: string, timeZone = 'Europe/Zurich') => {
  const { daily, weekly } = lastDigests(new Date(now), timeZone)
  return [daily.toISOString(), weekly.toISOString()]
}

// 2026-11-23 is a Monday.
it.each([
  ['before eight', '2026-11-25T06:59:59Z', '2026-11-24T07:00:00.000Z', '2026-11-23T07:00:00.000Z'],
  ['at eight', '2026-11-25T07:00:00Z', '2026-11-25T07:00:00.000Z', '2026-11-23T07:00:00.000Z'],
  ['on Monday', '2026-11-23T07:00:00Z', '2026-11-23T07:00:00.000Z', '2026-11-23T07:00:00.000Z'],
  [
    'early on Monday',
    '2026-11-23T06:00:00Z',
    '2026-11-22T07:00:00.000Z',
    '2026-11-16T07:00:00.000Z',
  ],
  ['on Sunday', '2026-11-22T22:30:00Z', '2026-11-22T07:00:00.000Z', '2026-11-16T07:00:00.000Z'],
  ['in summer', '2026-07-01T12:00:00Z', '2026-07-01T06:00:00.000Z', '2026-06-29T06:00:00.000Z'],
  [
    'on the day the clocks go on',
    '2026-03-29T08:00:00Z',
    '2026-03-29T06:00:00.000Z',
    '2026-03-23T07:00:00.000Z',
  ],
  [
    'on the day they go back',
    '2026-10-25T06:59:00Z',
    '2026-10-24T06:00:00.000Z',
    '2026-10-19T06:00:00.000Z',
  ],
])('the last morning and the last Monday are found: %s', (_case, now, daily, weekly) => {
  expect(last(now)).toEqual([daily, weekly])
})

it('the times follow the time zone of the community', () => {
  expect(last('2026-11-25T02:00:00Z', 'Pacific/Auckland')[0]).toBe('2026-11-24T19:00:00.000Z')
})
