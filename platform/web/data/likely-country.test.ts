import { beforeEach, describe, expect, it } from 'vitest'
import { CONFIG_KEY } from './config.ts'
import { likelyCountry } from './likely-country.ts'
import { queryClient } from './query-client.ts'

beforeEach(() => queryClient.clear())

describe('likelyCountry', () => {
  it('prefers the country of the community to that of the browser', () => {
    queryClient.setQueryData(CONFIG_KEY, { country: 'LI' })
    expect(likelyCountry(['de-CH'])).toBe('LI')
  })

  it('follows the region of the browser if the community has no country and the region is supported', () => {
    expect(likelyCountry(['en', 'de-AT'])).toBe('AT')
    queryClient.setQueryData(CONFIG_KEY, { country: null })
    expect(likelyCountry(['en-US'])).toBe('CH')
  })
})
