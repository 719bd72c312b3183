import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './languages.ts'

const nothing = { query: null, user: null, device: null, browser: [] }

describe('chooseLanguage', () => {
  it('prefers the address bar to everything else', () => {
    expect(chooseLanguage({ query: 'fr', user: 'de', device: 'en', browser: ['en-GB'] })).toBe('fr')
  })

  it('treats an unknown value in the address bar as English', () => {
    expect(chooseLanguage({ ...nothing, query: 'it', user: 'de' })).toBe('en')
    expect(chooseLanguage({ ...nothing, query: '', user: 'de' })).toBe('en')
  })

  it('prefers the setting of the account to the last choice on this device', () => {
    expect(chooseLanguage({ ...nothing, user: 'fr', device: 'en' })).toBe('fr')
  })

  it('prefers the last choice on this device to the browser', () => {
    expect(chooseLanguage({ ...nothing, device: 'en', browser: ['fr-CH'] })).toBe('en')
  })

  it('returns the first supported language of the browser', () => {
    expect(chooseLanguage({ ...nothing, browser: ['it-CH', 'fr-CH', 'de-CH'] })).toBe('fr')
  })

  it('returns German otherwise', () => {
    expect(chooseLanguage({ ...nothing, device: 'xx', browser: ['it-CH'] })).toBe('de')
  })
})
