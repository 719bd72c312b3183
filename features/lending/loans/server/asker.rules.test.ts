import { expect, it } from 'vitest'
import { askerAsTold, type KnownOfAsker, punctuality } from './asker.rules.ts'

const NOW = new Date('2026-11-25T10:00:00Z')
const known: KnownOfAsker = {
  joined: new Date('2026-03-31T22:30:00Z'),
  distance: 180,
  broughtBack: 4,
  late: 0,
}
const told = (fields: Partial<KnownOfAsker>) =>
  askerAsTold({ ...known, ...fields }, NOW, 'Europe/Zurich')

it.each([
  ['nothing yet', 0, 0, null],
  ['one, in time', 1, 0, 'always'],
  ['one, late: a single loan is not judged', 1, 1, null],
  ['two, one late', 2, 1, null],
  ['three, one late', 3, 1, 'sometimes_later'],
  ['four, one late', 4, 1, 'mostly'],
  ['ten, none late', 10, 0, 'always'],
  ['ten, three late', 10, 3, 'sometimes_later'],
] as const)('punctuality is right for: %s', (_, broughtBack, late, expected) => {
  expect(punctuality(broughtBack, late)).toBe(expected)
})

it('the asker’s first month is given in the community’s time zone', () => {
  expect(told({})).toEqual({
    is_new: false,
    since: '2026-04',
    within: 200,
    brought_back: 4,
    punctuality: 'always',
  })
})

it.each([
  [180, 200],
  [200, 200],
  [201, 500],
  [4_000, 5_000],
  [20_001, null],
  [null, null],
])('a distance of %s metres is given as within %s', (distance, within) => {
  expect(told({ distance }).within).toBe(within)
})

it('a new asker is described only as new', () => {
  const nothing = { is_new: true, since: null, within: null, brought_back: 0, punctuality: null }
  expect(told({ joined: new Date('2026-11-01T10:00:00Z'), broughtBack: 0 })).toEqual(nothing)
  expect(told({ joined: new Date('2026-10-20T10:00:00Z'), broughtBack: 0 }).is_new).toBe(false)
  expect(told({ joined: new Date('2026-11-01T10:00:00Z'), broughtBack: 1 }).is_new).toBe(false)
})
