import { describe, expect, it } from 'vitest'
import { readTypedAddress, splitAddress } from './house-number.ts'

it.each([
  ['Langstrasse 94', 'Langstrasse 94', ''],
  ['  langstr. 94a ', 'langstr. 94a', ''],
  ['Langstrasse 94, 8004 Zürich', 'Langstrasse 94', '8004 Zürich'],
  ['Langstrasse 94 Zürich', 'Langstrasse 94', 'Zürich'],
  ['Avenue du 1er', null, null],
  ['12 rue du Lac, Genève', '12 rue du Lac', 'Genève'],
  ['12 rue du Lac 1201 Genève', '12 rue du Lac', '1201 Genève'],
  ['12 bis, rue du Lac', '12 bis, rue du Lac', ''],
  ['Rue du Lac 12 bis', 'Rue du Lac 12 bis', ''],
  ['Lang\0strasse 94\ud800', 'Langstrasse 94', ''],
  ['Langstrasse94', 'Langstrasse94', ''],
  ['Rue du 23-Juin 10, 2800 Delémont', 'Rue du 23-Juin 10', '2800 Delémont'],
  ['L 15, 7-9, 68161 Mannheim', 'L 15, 7-9', '68161 Mannheim'],
  ['Langstrasse', null, null],
  ['8004 Zürich', null, null],
  ['94', null, null],
  ['3D-Drucker', null, null],
  ['', null, null],
])('%s contains the address %s in %s', (typed, street, place) => {
  expect(readTypedAddress(typed)).toEqual(street === null ? null : { street, place })
})

describe('an address line', () => {
  it.each([
    ['Rue du 23-Juin 10, 2800 Delémont', 'Rue du 23-Juin', '10', ', 2800 Delémont'],
    ['Rue du 1er-Mars 2', 'Rue du 1er-Mars', '2', ''],
    ['Rue du 4 Septembre 7', 'Rue du 4 Septembre', '7', ''],
    ['7, rue du 4 Septembre', 'rue du 4 Septembre', '7', ''],
    ['Place du 8 Mai 1945 12, 38000 Grenoble', 'Place du 8 Mai 1945', '12', ', 38000 Grenoble'],
    ['Place du 8 Mai 1945', 'Place du 8 Mai 1945', '', ''],
    ['Rue des 2 Gares 4', 'Rue des 2 Gares', '4', ''],
    ['Via 25 Aprile 3', 'Via 25 Aprile', '3', ''],
    ['Straße des 17. Juni 135, 10623 Berlin', 'Straße des 17. Juni', '135', ', 10623 Berlin'],
    ['Straße des 17. Juni 135 10623 Berlin', 'Straße des 17. Juni', '135', ' 10623 Berlin'],
    ['Straße 52 Nr. 7', 'Straße 52', '7', ''],
    ['Straße 106 12', 'Straße 106', '12', ''],
    ['L 15, 7-9, 68161 Mannheim', 'L 15', '7-9', ', 68161 Mannheim'],
    ['C5 12', 'C5', '12', ''],
    ['Nr. 45, 6888 Schröcken', '', '45', ', 6888 Schröcken'],
    ['Schröcken 45', 'Schröcken', '45', ''],
    ['Hauptstrasse 12/3/4, 1010 Wien', 'Hauptstrasse', '12/3/4', ', 1010 Wien'],
    ['Hauptstrasse 12 Top 4', 'Hauptstrasse', '12', ' Top 4'],
    ['Kirchweg 7a-c', 'Kirchweg', '7a-c', ''],
    ['Landstrasse 12 9494 Schaan', 'Landstrasse', '12', ' 9494 Schaan'],
    ['Landstrasse 12 9494', 'Landstrasse', '12', ' 9494'],
    ['Landstrasse 1204', 'Landstrasse', '1204', ''],
    ['8004 Zürich Langstrasse 12', '8004 Zürich Langstrasse', '12', ''],
    ['Langstrasse 8004 Zürich', 'Langstrasse 8004 Zürich', '', ''],
  ])('%s is split', (text, street, number, rest) => {
    expect(splitAddress(text)).toEqual({
      street,
      number,
      rest,
      line: text.slice(0, text.length - rest.length),
    })
  })

  it('that is too long is not split', () => {
    const text = 'a1 '.repeat(2000)
    expect(splitAddress(text)).toMatchObject({ street: text.trim(), number: '' })
  })
})
