import { beforeEach, describe, expect, it } from 'vitest'
import { CONFIG_KEY } from './config.ts'
import { likelyCountry } from './likely-country.ts'
import { queryClient } from './query-client.ts'

beforeEach(() => queryClient.clear())

describe('likelyCountry', () => {
  it('is where the community lives, whatever the browser says', () => {
    queryClient.setQueryData(CONFIG_KEY, { country: 'LI' })
    expect(likelyCountry(['de-CH'])).toBe('LI')
  })

  it('follows the region of the browser where it is one of the five, and nothing else is known', () => {
    expect(likelyCountry(['en', 'de-AT'])).toBe('AT')
    queryClient.setQueryData(CONFIG_KEY, { country: null })
    expect(likelyCountry(['en-US'])).toBe('CH')
  })
})
