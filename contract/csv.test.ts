import { expect, it } from 'vitest'
import { csvCell } from './csv.ts'

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
])('writes %j as %s', (cell, written) => {
  expect(csvCell(cell)).toBe(written)
})
