import { describe, expect, it } from 'vitest'
import { withPhrase } from './phrases.ts'

describe('withPhrase', () => {
  it('adds the phrase on a line of its own', () => {
    expect(withPhrase('', 'Hello')).toBe('Hello')
    expect(withPhrase('Hello\n', 'Bye')).toBe('Hello\nBye')
  })
})
