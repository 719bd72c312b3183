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
])('%j, where the word is löschen: %s', (text, fits) => {
  expect(isDeleteWord(text, 'löschen')).toBe(fits)
})
