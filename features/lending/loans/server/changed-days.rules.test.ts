import { describe, expect, it } from 'vitest'
import type { AppError } from '#platform/server/http/errors.ts'
import { type Agreed, changedDays } from './changed-days.rules.ts'

const ZONE = 'Europe/Zurich'
/** Wednesday. */
const NOW = new Date('2026-11-25T10:00:00Z')
const at = (day: string) => new Date(`${day}T17:00:00Z`)

const out: Agreed = {
  status: 'handed_over',
  lent: '[2026-11-24,2026-11-27)',
  handover_at: at('2026-11-24'),
  return_by: '2026-11-26',
}
const promised: Agreed = {
  status: 'accepted',
  lent: '[2026-11-28,2026-11-30)',
  handover_at: at('2026-11-28'),
  return_by: '2026-11-29',
}
/** Promised without any day. */
const open: Agreed = {
  status: 'accepted',
  lent: '[2026-11-25,2026-12-09)',
  handover_at: null,
  return_by: null,
}
const days = (agreed: Agreed, handover: string | null, return_by: string | null) =>
  changedDays(agreed, { handover_at: handover ? at(handover) : null, return_by }, NOW, ZONE)

describe('changedDays', () => {
  it.each([
    ['out, two days longer', out, null, '2026-11-28', ['2026-11-24', '2026-11-28']],
    ['out, back today', out, null, '2026-11-25', ['2026-11-24', '2026-11-25']],
    [
      'out sooner than agreed, back before that',
      { ...out, lent: '[2026-11-27,2026-11-29)', return_by: '2026-11-28' },
      null,
      '2026-11-26',
      ['2026-11-25', '2026-11-26'],
    ],
    [
      'out without a day',
      { ...out, return_by: null },
      null,
      '2026-12-01',
      ['2026-11-24', '2026-12-01'],
    ],
    ['promised, longer', promised, null, '2026-12-01', ['2026-11-28', '2026-12-01']],
    ['promised, fetched a day later', promised, '2026-11-29', null, ['2026-11-29', '2026-11-29']],
    ['promised, both', promised, '2026-12-01', '2026-12-02', ['2026-12-01', '2026-12-02']],
    [
      'promised without days, a day for the return',
      open,
      null,
      '2026-11-30',
      ['2026-11-25', '2026-11-30'],
    ],
    ['promised without days, fetched on a day', open, '2026-11-27', null, ['2026-11-27', null]],
  ] as const)('returns the new days for: %s', (_, agreed, handover, back, [from, until]) => {
    expect(days(agreed, handover, back)).toMatchObject({ from, until })
  })

  it('keeps the agreed time of the hand-over', () => {
    expect(days(promised, null, '2026-12-01').handover_at).toEqual(promised.handover_at)
    expect(days(promised, '2026-11-29', '2026-12-01').handover_at).toEqual(at('2026-11-29'))
  })

  it.each([
    ['back yesterday', out, null, '2026-11-24', 'return_by'],
    ['back in more than a year', out, null, '2027-11-26', 'return_by'],
    ['the day that stands', out, null, '2026-11-26', 'return_by'],
    ['nothing', promised, null, null, 'return_by'],
    ['nothing of what is out', out, null, null, 'return_by'],
    ['fetched again, what is out', out, '2026-11-26', '2026-11-28', 'handover_at'],
    ['fetched yesterday', promised, '2026-11-24', null, 'handover_at'],
    ['fetched after the day of the return', promised, '2026-11-30', null, 'return_by'],
    ['back before it is fetched', promised, null, '2026-11-27', 'return_by'],
    ['the same days', promised, '2026-11-28', '2026-11-29', 'return_by'],
  ] as const)('refuses: %s', (_, agreed, handover, back, field) => {
    try {
      days(agreed, handover, back)
    } catch (error) {
      const { code, details } = error as AppError
      expect([code, Object.keys(details.errors ?? {})]).toEqual(['validation', [field]])
      return
    }
    expect.unreachable()
  })
})
