import { describe, expect, it } from 'vitest'
import { likelyCountry } from './likely-country.ts'

describe('likelyCountry', () => {
  it('follows the region of the browser where it is one of the five', () => {
    expect(likelyCountry(['en', 'de-AT'])).toBe('AT')
    expect(likelyCountry(['en-US'])).toBe('CH')
  })
})
