import { expect, it } from 'vitest'
import { isDeleteWord } from './delete-word.ts'

it.each([
  ['delete', true],
  ['DELETE', true],
  [' Löschen ', true],
  ['löschen'.normalize('NFD'), true],
  ['supprimer', false],
  ['delet', false],
  ['', false],
])('isDeleteWord for %j, if the word is löschen, is %s', (text, fits) => {
  expect(isDeleteWord(text, 'löschen')).toBe(fits)
})
