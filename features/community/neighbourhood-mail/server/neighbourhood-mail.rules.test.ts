import { describe, expect, it } from 'vitest'
import { type Around, worthTelling } from './neighbourhood-mail.rules.ts'

const NOTHING: Around = { letterboxes: [], wishes: [], ownItemIds: [], loans: 0 }
const letterbox = (id: string, metres: number) => ({
  id,
  address: `Street ${id}`,
  metres,
  itemIds: [],
})
const wish = (item_id: number, count: number, recent = true) => ({ item_id, count, recent })

describe('no mail', () => {
  it.each<[string, Partial<Around>]>([
    ['where nothing happened', {}],
    ['of two loans, which might be two neighbours', { loans: 2 }],
    ['of what two people wish for', { wishes: [wish(1, 2)] }],
    ['of a wish that I fulfil already', { wishes: [wish(1, 5)], ownItemIds: [1] }],
    ['of the same wishes as last month', { wishes: [wish(1, 5, false)] }],
    ['of all these together', { loans: 2, wishes: [wish(1, 2), wish(2, 9, false)] }],
  ])('%s', (_what, around) => {
    expect(worthTelling({ ...NOTHING, ...around })).toBeNull()
  })
})

describe('a mail', () => {
  it.each<[string, Partial<Around>, object]>([
    [
      'of one letterbox',
      { letterboxes: [letterbox('a', 90)] },
      { letterboxes: [letterbox('a', 90)] },
    ],
    ['of three loans', { loans: 3 }, { loans: 3 }],
    ['of a wish of three', { wishes: [wish(1, 3)] }, { wishes: [{ item_id: 1, count: 3 }] }],
    [
      'of a letterbox tells older wishes beside it, and not how few loans there were',
      { letterboxes: [letterbox('a', 90)], wishes: [wish(1, 4, false)], loans: 2 },
      { letterboxes: [letterbox('a', 90)], wishes: [{ item_id: 1, count: 4 }], loans: null },
    ],
    [
      'names the nearest five, and says how many more there are',
      { letterboxes: [7, 3, 1, 6, 2, 5, 4].map((metres) => letterbox(`n${metres}`, metres)) },
      { letterboxes: [1, 2, 3, 4, 5].map((metres) => letterbox(`n${metres}`, metres)), more: 2 },
    ],
    [
      'names the three that most wish for, the older ones too',
      { wishes: [wish(1, 3), wish(2, 9, false), wish(3, 5), wish(4, 5)] },
      {
        wishes: [
          { item_id: 2, count: 9 },
          { item_id: 3, count: 5 },
          { item_id: 4, count: 5 },
        ],
      },
    ],
  ])('%s', (_what, around, told) => {
    expect(worthTelling({ ...NOTHING, ...around })).toEqual({
      letterboxes: [],
      more: 0,
      wishes: [],
      loans: null,
      ...told,
    })
  })
})
