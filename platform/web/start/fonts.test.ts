import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const variables = readFileSync(`${import.meta.dirname}/theme-variables.css`, 'utf8')

const stackOf = (name: string) =>
  (new RegExp(`--ll-font-${name}:([^;]*);`).exec(variables)?.[1] ?? '')
    .split(',')
    .map((family) => family.trim().replaceAll('"', ''))

/** A system without fonts, such as a kiosk, shows no text at all if a font did not load. */
it.each([
  ['text', 'Nunito Sans Variable', 'Bricolage Grotesque'],
  ['heading', 'Bricolage Grotesque', 'Nunito Sans Variable'],
])('a %s falls back to the system’s and our other typeface', (name, own, other) => {
  const stack = stackOf(name)
  expect(stack[0]).toBe(own)
  expect(stack.slice(1)).toEqual(expect.arrayContaining(['system-ui', 'sans-serif', other]))
})
