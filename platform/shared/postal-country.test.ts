import { describe, expect, it } from 'vitest'
import { judgePostcode } from './postal-country.ts'

describe('judgePostcode', () => {
  it.each([
    ['9490', 'LI', 'fits'],
    ['9490', 'CH', { in: 'LI' }],
    ['9498', 'AT', { in: 'LI' }],
    ['9485', 'DE', { in: 'LI' }],
    // Neighbouring towns on the other bank of the Rhine and across the border.
    ['9470', 'CH', 'fits'],
    ['9470', 'LI', { in: 'CH' }],
    ['9499', 'LI', { in: 'CH' }],
    ['6800', 'LI', 'doubtful'],
    ['6800', 'AT', 'fits'],
    ['6900', 'CH', 'fits'],
    // Five digits in a country with four, and vice versa.
    ['79539', 'CH', 'doubtful'],
    ['79539', 'DE', 'fits'],
    ['8004', 'FR', 'doubtful'],
    // With the country code in front.
    ['FL-9490', 'CH', { in: 'LI' }],
    ['fl 9490', 'LI', 'fits'],
    ['D-79539', 'CH', { in: 'DE' }],
    ['CH-8004', 'CH', 'fits'],
    // Not judged: incomplete, from a distant country, or not a postcode.
    ['94', 'CH', 'fits'],
    ['', 'LI', 'fits'],
    ['SW1A 1AA', 'CH', 'fits'],
    ['X-1234', 'CH', 'fits'],
    ['1234', 'NL', 'fits'],
  ] as const)('%s in %s: %o', (postcode, country, expected) => {
    expect(judgePostcode(postcode, country)).toEqual(expected)
  })
})
