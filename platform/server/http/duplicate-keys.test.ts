import { expect, it } from 'vitest'
import { hasDuplicateKeys } from './duplicate-keys.ts'

it.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3}]}', false],
  ['{"a":1,"a":2}', true],
  ['{"a":{"b":1,"b":1}}', true],
  ['[{"a":1},{"a":1}]', false],
  ['[{"a":1,"a":1}]', true],
  // The same key in two spellings.
  [String.raw`{"a":1,"\u0061":2}`, true],
  // A string that looks like keys.
  [String.raw`{"a":"\"a\":1,\"a\":2","b" : 3}`, false],
  ['{"a":"x\\\\","b":"a:"}', false],
  ['"a"', false],
  ['7', false],
])('the JSON text %s has a duplicate key: %s', (text, has) => {
  expect(hasDuplicateKeys(text, JSON.parse(text))).toBe(has)
})
