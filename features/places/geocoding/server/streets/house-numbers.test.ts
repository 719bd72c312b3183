import { describe, expect, it } from 'vitest'
import { findHouse, readAddress, streetKey } from './house-numbers.ts'

it.each([
  ['Landstrasse 12', 'Landstrasse', '12', ''],
  ['Landstrasse 12a', 'Landstrasse', '12a', ''],
  ['Landstrasse 12 A', 'Landstrasse', '12a', ''],
  ['Landstrasse 12 bis', 'Landstrasse', '12bis', ''],
  ['Landstrasse 12 - 14', 'Landstrasse', '12-14', ''],
  ['Landstrasse 12/14', 'Landstrasse', '12-14', ''],
  ['Landstrasse, 12', 'Landstrasse', '12', ''],
  ['Landstrasse 12, 2. Stock', 'Landstrasse', '12', ', 2. Stock'],
  ['Landstrasse 12 Schaan', 'Landstrasse', '12', ' Schaan'],
  ['12, rue du Rhône', 'rue du Rhône', '12', ''],
  ['12bis rue du Rhône', 'rue du Rhône', '12bis', ''],
  ['Strasse des 17. Juni 135', 'Strasse des 17. Juni', '135', ''],
  ['Im Winkel', 'Im Winkel', '', ''],
  ['12', '12', '', ''],
])('%s is split into street and number', (text, street, number, rest) => {
  expect(readAddress(text)).toEqual({ street, number, rest })
})

describe('a street', () => {
  it.each([
    ['Landstrasse', 'landstraße', 'Landstr.', 'LAND STRASSE', 'Land-Str'],
    ['Städtle', 'stadtle', 'Staedtle'],
    ['Fürst-Franz-Josef-Strasse', 'Fürst Franz Josef Str.', 'Fuerst-Franz-Josef-Straße'],
  ])('%s has the same key in other spellings', (...spellings) => {
    expect(new Set(spellings.map(streetKey)).size).toBe(1)
  })

  it('has another key than a different street', () => {
    expect(streetKey('Alte Landstrasse')).not.toBe(streetKey('Landstrasse'))
    expect(streetKey('Strickweg')).toBe('strickweg')
  })
})

describe('a house', () => {
  const numbers = ['2', '4', '6a', '7', '10-14', '29A', '31']
  it.each([
    ['4', '4', true],
    ['29a', '29A', true],
    ['4-6', '4', true],
    ['12', '10-14', true],
    ['13', '10-14', false],
    ['6', '6a', false],
    ['5', '7', false],
    ['33', '31', false],
  ])('%s is found at %s', (number, expectedNumber, exact) => {
    const house = findHouse({ numbers }, number)
    expect([house && numbers[house.index], house?.exact]).toEqual([expectedNumber, exact])
  })

  it('is not found if the street has no number nearby', () => {
    expect(findHouse({ numbers }, '80')).toBeUndefined()
    expect(findHouse({ numbers: [] }, '1')).toBeUndefined()
  })
})
