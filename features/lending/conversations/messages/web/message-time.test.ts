import { describe, expect, it } from 'vitest'
import { dayName, shortTime } from './message-time.ts'

/** A Saturday in local time, since days follow the reader's time zone. */
const now = new Date(2026, 10, 21, 9, 30)

describe('dayName', () => {
  it.each([
    [new Date(2026, 10, 21, 0, 5), 'Heute', 'Today', 'Aujourd’hui'],
    [new Date(2026, 10, 20, 23, 55), 'Gestern', 'Yesterday', 'Hier'],
    [new Date(2026, 10, 18, 12), 'Mittwoch', 'Wednesday', 'Mercredi'],
    [new Date(2026, 9, 3, 12), '3. Oktober', '3 October', '3 octobre'],
    [new Date(2025, 9, 3, 12), '3. Oktober 2025', '3 October 2025', '3 octobre 2025'],
  ])('formats %s', (time, de, en, fr) => {
    expect(dayName(time, now, 'de')).toBe(de)
    expect(dayName(time, now, 'en')).toBe(en)
    expect(dayName(time, now, 'fr').replace("'", '’')).toBe(fr)
  })
})

describe('shortTime', () => {
  it('shortens the time by its distance', () => {
    expect(shortTime(new Date(2026, 10, 21, 8, 5), now, 'de')).toBe('08:05')
    expect(shortTime(new Date(2026, 10, 20, 8, 5), now, 'en')).toBe('Yesterday')
    expect(shortTime(new Date(2026, 10, 18, 8, 5), now, 'en')).toBe('Wed')
    expect(shortTime(new Date(2026, 10, 1, 8, 5), now, 'de')).toBe('01.11.26')
  })

  it('shows the clock time for a message from a clock that is ahead', () => {
    expect(shortTime(new Date(2026, 10, 22, 0, 5), now, 'de')).toBe('00:05')
  })
})
