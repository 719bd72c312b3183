import { expect, it } from 'vitest'
import { readTypedAddress } from './house-number.ts'

it.each([
  ['Langstrasse 94', 'Langstrasse 94', ''],
  ['  langstr. 94a ', 'langstr. 94a', ''],
  ['Langstrasse 94, 8004 Zürich', 'Langstrasse 94', '8004 Zürich'],
  ['Langstrasse 94 Zürich', 'Langstrasse 94', 'Zürich'],
  ['Avenue du 1er', null, null],
  ['12 rue du Lac, Genève', '12 rue du Lac', 'Genève'],
  ['12 bis, rue du Lac', '12 bis, rue du Lac', ''],
  ['Rue du Lac 12 bis', 'Rue du Lac 12 bis', ''],
  ['Lang\0strasse 94\ud800', 'Langstrasse 94', ''],
  ['Langstrasse', null, null],
  ['94', null, null],
  ['3D-Drucker', null, null],
  ['', null, null],
])('%s is %s in %s', (typed, street, place) => {
  expect(readTypedAddress(typed)).toEqual(street === null ? null : { street, place })
})
