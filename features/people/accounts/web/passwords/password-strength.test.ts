import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

describe('passwordStrength', () => {
  it.each([
    ['abc', 'short'],
    ['aaaaaaaaaaaa', 'weak'],
    ['12345678', 'weak'],
    ['Winterthur2026!', 'weak'],
    ['gartenzaun', 'fair'],
    ['Gartenzaun blüht im Mai', 'strong'],
  ])('%s is %s', (password, strength) => {
    expect(passwordStrength(password, 8)).toBe(strength)
  })

  it('counts characters, not code units', () => {
    expect(passwordStrength('\u{1f600}'.repeat(4), 8)).toBe('short')
  })
})
