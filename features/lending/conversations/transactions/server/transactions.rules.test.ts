import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { PRESET_LIMITS } from '#platform/shared/settings/limits.ts'
import {
  messageQuotas,
  nextInstant,
  secondsUntilRoom,
  secondsUntilTold,
} from './transactions.rules.ts'

describe('message quotas', () => {
  it('grow with the age of the account', () => {
    const ages = [0, DAY_MS, 7 * DAY_MS]
    expect(ages.map((age) => messageQuotas(PRESET_LIMITS, age).map(({ max }) => max))).toEqual([
      [30, 60],
      [30, 60],
      [30, 240],
    ])
  })

  it('have room again when the counted message leaves the window', () => {
    const quota = { max: 1, windowMs: 10_000 }
    const sentAt = new Date(100_000)
    expect(secondsUntilRoom(quota, null, sentAt)).toBeNull()
    expect(secondsUntilRoom(quota, sentAt, new Date(100_000))).toBe(10)
    expect(secondsUntilRoom(quota, sentAt, new Date(109_999))).toBe(1)
    expect(secondsUntilRoom(quota, sentAt, new Date(110_000))).toBeNull()
  })
})

describe('nextInstant', () => {
  it('never returns an earlier or equal time', () => {
    const now = new Date(1_000)
    expect(nextInstant(now, null)).toEqual(now)
    expect(nextInstant(now, new Date(500))).toEqual(now)
    expect(nextInstant(now, new Date(1_000))).toEqual(new Date(1_001))
    expect(nextInstant(now, new Date(5_000))).toEqual(new Date(5_001))
  })
})

describe('secondsUntilTold', () => {
  const now = new Date(HOUR_MS)
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * SECOND_MS)

  it.each([
    ['the first of all', null, 0],
    ['one whose conversation was in view long ago', [60, null], 0],
    ['one whose conversation is in view, or was just now', [0, null], 60],
    ['one whose conversation was in view within the minute', [59.5, null], 1],
    ['one whose conversation was in view before the clock was set back', [-3_600, null], 60],
    ['another one before the conversation was opened', [3_600, 'told'], 0],
  ] as const)('returns the delay for %s', (_case, view, expected) => {
    const [seconds, told_of] = view ?? []
    const viewOrNot = seconds !== undefined && {
      viewed_at: secondsAgo(seconds),
      told_of: told_of ?? null,
    }
    expect(secondsUntilTold(viewOrNot || null, now)).toBe(expected)
  })
})
