import { expect, it } from 'vitest'
import { inWalkingOrder } from './walking-order.rules.ts'

it('inWalkingOrder() sorts by street, and by house number as a number', () => {
  const addresses = [
    'Landstrasse 100',
    'Bergweg 12',
    'Landstrasse 9',
    'Ärztegasse 3',
    'Landstrasse 9b',
    'Bergweg 2',
    'Rue du 23-Juin 10',
    'Rue du 23-Juin 9',
    'Haus am See',
    '3 bis, rue de Berne',
  ]
  const rows = addresses.map((address) => ({ address, postcode: '9490', city: 'Vaduz' }))
  const elsewhere = { address: 'Aweg 1', postcode: '9494', city: 'Schaan' }
  expect(inWalkingOrder([elsewhere, ...rows], (row) => row).map(({ address }) => address)).toEqual([
    'Ärztegasse 3',
    'Bergweg 2',
    'Bergweg 12',
    'Haus am See',
    'Landstrasse 9',
    'Landstrasse 9b',
    'Landstrasse 100',
    '3 bis, rue de Berne',
    'Rue du 23-Juin 9',
    'Rue du 23-Juin 10',
    'Aweg 1',
  ])
})
