import { expect, it } from 'vitest'
import { plainTextSchema } from './plain-text.ts'

const schema = plainTextSchema({ max: 5, tooLong: 'long', missing: 'missing', invalid: 'invalid' })
const errorsOf = (text: string) => schema.safeParse(text).error?.issues.map((i) => i.message) ?? []

it.each([
  ['NUL', 'a\0b'],
  ['the first half of an emoji that was cut', `abc${'🪜'.slice(0, 1)}`],
  ['the second half', `${'🪜'.slice(1)}abc`],
  ['both halves in the wrong order', '\ude9c\ud83e'],
])('a plain text with %s is rejected', (_what, text) => {
  expect(errorsOf(text)).toContain('invalid')
})

it('a plain text may contain emoji, each counted as one character', () => {
  expect(errorsOf('🪜🪜🪜🪜🪜')).toEqual([])
  expect(errorsOf('🪜🪜🪜🪜🪜🪜')).toEqual(['long'])
})
