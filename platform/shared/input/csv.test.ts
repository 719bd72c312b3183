import { expect, it } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

it.each([
  ['Ada', 'Ada'],
  ['a "b"', '"a ""b"""'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['two\nlines', '"two\nlines"'],
  [' air ', '" air "'],
  ['=1+1', "'=1+1"],
  ['+41 79', "'+41 79"],
  ['-', "'-"],
  ['@x', "'@x"],
  [' =1', "' =1"],
  ['\t=1', '"\'\t=1"'],
  [-7.5, '-7.5'],
  [true, 'true'],
  [null, ''],
])('the CSV cell %j is written as %s', (cell, written) => {
  expect(csvCell(cell)).toBe(written)
})

it('a CSV line has semicolons between cells and a line break at its end', () => {
  expect(csvLine(['Ada', 7.5, 'a;b'])).toBe('Ada;7.5;"a;b"\r\n')
})
