import { describe, expect, it } from 'vitest'
import type { Lent } from '../../contract.ts'
import { isLate, lastDayOf, lentByDay, timeOf } from './lent-days.ts'

const today = '2026-11-21'
const lent = (fields: Partial<Lent>) =>
  ({ transaction_id: 't', status: 'accepted', from: today, until: null, ...fields }) as Lent

describe('the days of a lent item', () => {
  it('last until the item is back, whatever was agreed', () => {
    const out = { status: 'handed_over', from: '2026-11-10' } as const
    expect(lastDayOf(lent(out), today)).toBe(today)
    expect(lastDayOf(lent({ ...out, until: '2026-11-15' }), today)).toBe(today)
    expect(lastDayOf(lent({ ...out, until: '2026-11-25' }), today)).toBe('2026-11-25')
    expect(lastDayOf(lent({ ...out, status: 'returned' }), today)).toBe('2026-11-10')
    expect(isLate(lent({ ...out, until: '2026-11-20' }), today)).toBe(true)
    expect(isLate(lent({ ...out, until: today }), today)).toBe(false)
  })

  it('are now, ahead or past', () => {
    expect(timeOf(lent({ from: '2026-11-22' }), today)).toBe('ahead')
    expect(timeOf(lent({ until: '2026-11-22' }), today)).toBe('now')
    expect(timeOf(lent({ from: '2026-11-01', until: '2026-11-02' }), today)).toBe('past')
    expect(timeOf(lent({ status: 'returned' }), today)).toBe('past')
  })

  it('are listed by day across the end of a month', () => {
    const days = lentByDay(
      [lent({ from: '2026-11-30', until: '2026-12-01' }), lent({ from: '2026-12-01' })],
      today,
    )
    expect([...days].map(([day, all]) => [day, all.length])).toEqual([
      ['2026-11-30', 1],
      ['2026-12-01', 2],
    ])
  })
})
