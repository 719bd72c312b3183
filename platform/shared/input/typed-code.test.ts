import { expect, it } from 'vitest'
import { CODE_ALPHABET, readCode, writtenCode } from './typed-code.ts'

it.each(['K7MP-3XQR', 'k7mp3xqr', ' k7mp 3xqr ', 'K7MP–3XQR', 'K7MP - 3XQR'])(
  '%s is read as the code',
  (typed) => expect(readCode(typed)).toBe('K7MP3XQR'),
)

it.each(['', 'K7MP-3XQ', 'K7MP-3XQRS', 'K7MP-3XQ0', 'K7MP-3XQ!', `${'a'.repeat(43)}`])(
  '%s is not a code',
  (typed) => expect(readCode(typed)).toBeNull(),
)

it('a written code can be read again', () => {
  expect(writtenCode('K7MP3XQR')).toBe('K7MP-3XQR')
  expect(readCode(writtenCode('K7MP3XQR'))).toBe('K7MP3XQR')
  for (const alike of '0O1IL') expect(CODE_ALPHABET).not.toContain(alike)
})
