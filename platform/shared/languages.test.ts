import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './languages.ts'

const nothing = { query: null, user: null, device: null, browser: [] }

describe('chooseLanguage', () => {
  it('takes the address bar before everything else', () => {
    expect(chooseLanguage({ query: 'fr', user: 'de', device: 'en', browser: ['en-GB'] })).toBe('fr')
  })

  it('reads an unknown value in the address bar as English', () => {
    expect(chooseLanguage({ ...nothing, query: 'it', user: 'de' })).toBe('en')
    expect(chooseLanguage({ ...nothing, query: '', user: 'de' })).toBe('en')
  })

  it('takes the setting of the account before the last choice on this device', () => {
    expect(chooseLanguage({ ...nothing, user: 'fr', device: 'en' })).toBe('fr')
  })

  it('takes the last choice on this device before the browser', () => {
    expect(chooseLanguage({ ...nothing, device: 'en', browser: ['fr-CH'] })).toBe('en')
  })

  it('takes the first language of the browser that it speaks', () => {
    expect(chooseLanguage({ ...nothing, browser: ['it-CH', 'fr-CH', 'de-CH'] })).toBe('fr')
  })

  it('is German otherwise', () => {
    expect(chooseLanguage({ ...nothing, device: 'xx', browser: ['it-CH'] })).toBe('de')
  })
})
