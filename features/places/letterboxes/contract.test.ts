import { expect, it } from 'vitest'
import { firstnameSchema } from '#features/people/accounts/name-and-address.ts'
import { VALIDATION } from '#platform/shared/errors.ts'

it.each([
  ['blanks', ' \t '],
  ['a space without width', '\u200B'],
  ['joiners and marks without a letter', '\u2060\u034F\uFE0F'],
  ['a letter that is drawn as nothing', '\u3164'],
])('a name of %s is refused', (_what, name) => {
  expect(firstnameSchema.safeParse(name).error?.issues[0]?.message).toBe(VALIDATION.firstName)
})

it.each(['Mia', 'Ōé', '李', 'علي', '𝒜'])('the name %s is accepted', (name) => {
  expect(firstnameSchema.parse(` ${name} `)).toBe(name)
})
