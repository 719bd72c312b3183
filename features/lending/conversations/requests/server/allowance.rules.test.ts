import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { PRESET_LIMITS } from '#platform/shared/settings/limits.ts'
import { allowanceOf, type BegunConversation, roomFrom } from './allowance.rules.ts'

const since = new Date('2026-11-01T08:00:00Z')
const inDays = (days: number) => new Date(since.getTime() + days * DAY_MS)
/** `count` conversations that began when the account was `days` old. */
const begun = (count: number, days: number, answered = false): BegunConversation[] =>
  Array.from({ length: count }, (_, n) => ({
    at: new Date(inDays(days).getTime() + n * 1000),
    answered,
  }))

describe('the allowance of an account', () => {
  it.each([
    ['3 on its first day', begun(0, 0), 0, 3, 1],
    ['none after these, for the rest of that day', begun(3, 0), 0.5, 0, 1],
    ['those of the week on the second day', begun(3, 0), 1, 7, 7],
    ['10 in its first week, whatever is answered', begun(10, 2, true), 3, 0, 7],
    ['none while 10 requests of a week are unanswered', begun(10, 6), 8, 0, 13],
    ['as many as were answered beside these', begun(8, 6, true).concat(begun(9, 6.5)), 8, 1, 13.5],
    ['10 a week later on', begun(0, 0), 100, 10, 107],
    ['50 a day at most', begun(50, 100, true), 100.1, 0, 101],
    ['all again once a week has passed', begun(10, 50), 57.1, 10, 64.1],
  ])('is %s', (_, asked, days, left, moreAfter) => {
    const allowance = allowanceOf(PRESET_LIMITS, asked, since, inDays(days))
    expect(allowance.left).toBe(left)
    // More than 10 at once are never allowed, whatever the time.
    if (left < 10) expect(allowance.more_at).toEqual(inDays(moreAfter))
  })

  it('tells from when several requests fit', () => {
    expect(roomFrom(PRESET_LIMITS, [], since, 5, inDays(0))).toEqual(inDays(1))
    expect(roomFrom(PRESET_LIMITS, begun(3, 0), since, 7, inDays(0.5))).toEqual(inDays(1))
    expect(roomFrom(PRESET_LIMITS, [], since, 3, inDays(0))).toEqual(inDays(0))
    expect(roomFrom(PRESET_LIMITS, begun(8, 20), since, 4, inDays(21))).toEqual(
      new Date(inDays(27).getTime() + 1000),
    )
  })

  it('ignores requests dated far in the future after the clock was set back', () => {
    expect(allowanceOf(PRESET_LIMITS, begun(10, 120), since, inDays(100)).left).toBe(10)
    expect(allowanceOf(PRESET_LIMITS, begun(10, 101), since, inDays(100)).left).toBe(0)
  })
})
