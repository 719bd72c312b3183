import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { PRESET_LIMITS } from '#platform/shared/settings/limits.ts'
import { messageQuotas, secondsUntilRoom } from './quotas.rules.ts'

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
