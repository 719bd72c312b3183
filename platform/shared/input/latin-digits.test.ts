import { expect, it } from 'vitest'
import { withLatinDigits } from './latin-digits.ts'
import { readCode } from './typed-code.ts'

it.each([
  ['123 456', '123 456'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۱۲۳ ۴۵۶', '123 456'],
  ['१२३४५६', '123456'],
  ['１２３４５６', '123456'],
  ['๑๒๓', '123'],
  ['no digit', 'no digit'],
])('%s is read as %s', (typed, read) => {
  expect(withLatinDigits(typed)).toBe(read)
})

it('a mailed code may be typed with the digits of another script', () => {
  expect(readCode('k٧mp-٣xqr')).toBe('K7MP3XQR')
})
