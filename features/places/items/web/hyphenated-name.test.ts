import { describe, expect, it } from 'vitest'
import { withSoftHyphens } from './hyphenated-name.tsx'

describe('withSoftHyphens', () => {
  it.each([
    ['Bohrmaschine', 'Bohr-maschine'],
    ['Handkreissäge', 'Handkreis-säge'],
    ['Elektrische Heckenschere', 'Elektrische Hecken-schere'],
    ['Überbrückungskabel', 'Über-brückungs-kabel'],
    ['Wasserwaage', 'Wasser-waage'],
    ['Leiter', 'Leiter'],
    ['Circular saw', 'Circular saw'],
    ['Tronçonneuse', 'Tronçonneuse'],
  ])('breaks %s as %s', (name, broken) => {
    expect(withSoftHyphens(name).replaceAll('\u00AD', '-')).toBe(broken)
  })
})
