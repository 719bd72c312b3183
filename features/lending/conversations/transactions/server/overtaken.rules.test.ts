import { expect, it } from 'vitest'
import { SECOND_MS } from '#platform/shared/durations.ts'
import type { LoanStatus, LoanStep } from '../loan-steps.ts'
import { isOvertaken } from './overtaken.rules.ts'

const NOW = new Date('2026-11-25T10:00:00Z')
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * SECOND_MS)
/** Anna of the same household took the last step, `seconds` ago. */
const endOf = (seconds: number, by_id: string | null = 'anna') => ({
  event_id: 'last',
  by_id,
  done_at: secondsAgo(seconds),
  at: secondsAgo(seconds),
})

it.each<[what: string, LoanStep, LoanStatus, read: string | null, seconds: number, boolean]>([
  ['a no to what was read', 'decline', 'requested', 'last', 1, false],
  ['a no after a yes that was not read', 'decline', 'accepted', 'before', 600, true],
  ['a no to a yes that was read', 'decline', 'accepted', 'last', 1, false],
  ['a yes to days that are others by now', 'accept', 'requested', 'before', 600, true],
  ['a late yes to a request that has ended since', 'accept', 'expired', 'before', 1, false],
  ['withdrawing what was promised since', 'withdraw', 'accepted', 'before', 600, true],
  [
    'other days of a loan whose days were agreed again since',
    'changeDays',
    'accepted',
    'before',
    1,
    true,
  ],
  ['a hand-over, whatever was proposed since', 'handOver', 'accepted', 'before', 1, false],
  ['a return, whatever was proposed since', 'return', 'handed_over', 'before', 1, false],
  ['an old client: a no to a fresh yes', 'decline', 'accepted', null, 59, true],
  ['an old client: a no to a yes a minute old', 'decline', 'accepted', null, 60, false],
  ['an old client: a no to a request', 'decline', 'requested', null, 1, false],
  ['an old client: an end of a fresh promise', 'withdraw', 'accepted', null, 1, false],
])('isOvertaken is right for: %s', (_what, step, status, last_event_id, seconds, expected) => {
  const caller = { user_id: 'max', called_at: NOW, last_event_id }
  expect(isOvertaken(step, status, endOf(seconds), caller)).toBe(expected)
})

it('isOvertaken returns false if the caller took the last step, or there was none', () => {
  const caller = { user_id: 'anna', called_at: NOW, last_event_id: undefined }
  expect(isOvertaken('decline', 'accepted', endOf(1), caller)).toBe(false)
  expect(isOvertaken('decline', 'accepted', null, { ...caller, user_id: 'max' })).toBe(false)
})

it('isOvertaken returns true if another member said yes while the caller waited for the lock', () => {
  const caller = { user_id: 'max', called_at: NOW, last_event_id: undefined }
  expect(isOvertaken('decline', 'accepted', endOf(-2), caller)).toBe(true)
})
