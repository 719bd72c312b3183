import { expect, it } from 'vitest'
import { actionColors } from './action-colors.ts'

it('actionColors returns plain colours with enough contrast', () => {
  const colours = { bg_color: '#16324f', color: '#FFF' }
  expect(actionColors(colours)).toEqual({
    background: '#16324f',
    borderColor: '#16324f',
    color: '#FFF',
  })
  // 4.54 to 1, just enough; 4.48 to 1 is not.
  expect(actionColors({ bg_color: '#767676', color: '#ffffff' })).toBeDefined()
  expect(actionColors({ bg_color: '#777777', color: '#ffffff' })).toBeUndefined()
})

it.each([
  ['yellow on white', '#ffc53d', '#ffffff'],
  ['a name', 'red', '#ffffff'],
  ['an address', 'url(//evil.example)', '#ffffff'],
  ['more than a colour', '#000000;x:y', '#ffffff'],
  ['one colour of two', '#000000', null],
  ['none', undefined, undefined],
])('actionColors keeps the colours of the theme for %s', (_what, bg_color, color) => {
  expect(actionColors({ bg_color, color })).toBeUndefined()
})
