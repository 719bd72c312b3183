import { describe, expect, it } from 'vitest'
import { dayInWords, daysInWords, momentInWords, weekendOf, weeksFrom } from './loan-dates.ts'

describe('the dates of a loan in words', () => {
  it('name a day with its weekday in every time zone', () => {
    expect(dayInWords('2026-11-21', 'en')).toBe('Saturday 21 November')
    expect(dayInWords('2026-11-21', 'de')).toBe('Samstag, 21. November')
    expect(dayInWords('2026-11-21', 'fr')).toBe('samedi 21 novembre')
  })

  it('name the last day by its weekday alone within a week', () => {
    expect(daysInWords({ from: '2026-11-21', until: '2026-11-22' }, 'en')).toBe(
      'Saturday 21 November – Sunday',
    )
    expect(daysInWords({ from: '2026-11-21', until: '2026-11-28' }, 'en')).toBe(
      'Saturday 21 November – Saturday 28 November',
    )
    expect(daysInWords({ from: '2026-11-21', until: '2026-11-21' }, 'en')).toBe(
      'Saturday 21 November',
    )
    expect(daysInWords({ from: '2026-11-21', until: null }, 'en')).toBe('Saturday 21 November')
  })

  it('name a moment in the reader’s time zone', () => {
    const ten = new Date(2026, 10, 21, 10).toISOString()
    expect(momentInWords(ten, 'de')).toBe('Samstag, 21. November, 10:00')
  })

  it('use the coming weekend, this one on a Saturday and the next one on a Sunday', () => {
    expect(weekendOf('2026-11-18')).toEqual({ from: '2026-11-21', until: '2026-11-22' })
    expect(weekendOf('2026-11-21')).toEqual({ from: '2026-11-21', until: '2026-11-22' })
    expect(weekendOf('2026-11-22')).toEqual({ from: '2026-11-28', until: '2026-11-29' })
  })

  it('list weeks from today on, without days that have passed or are too far away', () => {
    // A Sunday: its week has one day left.
    const weeks = weeksFrom('2026-11-29', '2026-12-08', '2026-12-09')
    expect(weeks.map((week) => week.map((day) => day?.slice(-2) ?? '--').join(' '))).toEqual([
      '-- -- -- -- -- -- 29',
      '30 01 02 03 04 05 06',
      '07 08 09 -- -- -- --',
    ])
    expect(weeksFrom('2026-11-30', '2026-11-30', '2027-11-30')).toHaveLength(1)
  })
})
