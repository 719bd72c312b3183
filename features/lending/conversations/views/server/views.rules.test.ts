import { describe, expect, it } from 'vitest'
import { HOUR_MS, SECOND_MS } from '#platform/shared/durations.ts'
import { secondsUntilTold } from './views.rules.ts'

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
