import { describe, expect, it } from 'vitest'
import { dayInWords, daysInWords, instantOf, momentInWords, weekendOf } from './loan-dates.ts'

describe('the dates of a loan in words', () => {
  it('says a day with its weekday, wherever the reader is', () => {
    expect(dayInWords('2026-11-21', 'en')).toBe('Saturday 21 November')
    expect(dayInWords('2026-11-21', 'de')).toBe('Samstag, 21. November')
    expect(dayInWords('2026-11-21', 'fr')).toBe('samedi 21 novembre')
  })

  it('says the last day by its weekday alone within a week', () => {
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

  it('says a moment in the time of the reader', () => {
    const ten = new Date(2026, 10, 21, 10).toISOString()
    expect(momentInWords(ten, 'de')).toBe('Samstag, 21. November, 10:00')
  })

  it('knows the weekend that comes, or what is left of it', () => {
    expect(weekendOf('2026-11-18')).toEqual({ from: '2026-11-21', until: '2026-11-22' })
    expect(weekendOf('2026-11-21')).toEqual({ from: '2026-11-21', until: '2026-11-22' })
    expect(weekendOf('2026-11-22')).toEqual({ from: '2026-11-22', until: '2026-11-22' })
  })

  it('makes an instant of a day and a time, and none of half of it', () => {
    expect(instantOf('2026-11-21', '10:00')).toBe(new Date(2026, 10, 21, 10).toISOString())
    expect(instantOf('2026-11-21', '')).toBeNull()
    expect(instantOf('', '10:00')).toBeNull()
  })
})
