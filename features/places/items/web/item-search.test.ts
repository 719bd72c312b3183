import { describe, expect, it } from 'vitest'
import type { Language } from '#platform/shared/languages.ts'
import { testItem } from '#platform/web/testing/item.ts'
import type { Item } from '../contract.ts'
import { groupByCategory, searchItems } from './item-search.ts'

const item = (id: number, fields: Partial<Item>) => testItem(id, '', fields)

const drill = item(1, {
  name_de: 'Bohrmaschine',
  name_en: 'Drill',
  name_fr: 'Perceuse',
  synonyms: ['Akkuschrauber', 'cordless drill'],
})
const ladder = item(2, { name_de: 'Leiter', name_en: 'Ladder', name_fr: 'Échelle' })
const trolley = item(3, {
  name_de: 'Leiterwagen',
  name_en: 'Handcart',
  name_fr: 'Chariot',
  category: 'garden',
})
const grill = item(4, { name_de: 'Grossgrill', name_en: 'Big grill', name_fr: 'Gril' })
const all = [drill, ladder, trolley, grill]
const idsFor = (text: string, language: Language = 'de') =>
  searchItems(all, text, language).map(({ id }) => id)

describe('item search', () => {
  it('finds items by the beginning of the name, the closest match first', () => {
    expect(idsFor('lei')).toEqual([2, 3])
    expect(idsFor('gril', 'en')).toEqual([4])
  })

  it('ignores case and accents', () => {
    expect(idsFor('ECHELLE', 'fr')).toEqual([2])
    expect(idsFor('großgr')).toEqual([4])
  })

  it('finds synonyms and names in another language', () => {
    expect(idsFor('akku')).toEqual([1])
    expect(idsFor('drill', 'de')).toEqual([1])
  })

  it('finds nothing for nonsense and everything for an empty text', () => {
    expect(idsFor('xyzzy')).toEqual([])
    expect(idsFor('  ')).toEqual([1, 4, 2, 3])
  })

  it('groups items by category in a fixed order', () => {
    expect(groupByCategory(all).map(({ category, items }) => [category, items.length])).toEqual([
      ['tools', 3],
      ['garden', 1],
    ])
  })
})
