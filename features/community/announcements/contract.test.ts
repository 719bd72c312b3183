import { describe, expect, it } from 'vitest'
import { readActions } from './contract.ts'

const read = (value: unknown) => readActions(JSON.stringify(value))

describe('readActions', () => {
  it('returns actions as the specification describes them', () => {
    const action = {
      name: 'Yes',
      name_de: 'Ja',
      name_fr: 'Oui',
      emit: 'yes',
      bg_color: '#2e8b57',
      color: '#fff',
      class: 'primary',
    }
    expect(read([action])).toEqual([action])
  })

  it.each(['', 'null', '{', '"yes"', '{"name":"A"}', '[[]]', '[null, 7]'])(
    'returns no button for %s',
    (text) => {
      expect(readActions(text)).toEqual([])
    },
  )

  it('drops values that cannot be shown and keeps the rest', () => {
    expect(
      read([
        { name: '', emit: 'yes' },
        { name: 'No', emit: 5, color: 'url(//evil.example)', bg_color: 'red', name_de: {} },
      ]),
    ).toEqual([{ name: 'No', name_de: null, emit: '', bg_color: null, color: null }])
  })

  it('returns four buttons at most', () => {
    expect(read(Array(9).fill({ name: 'A' }))).toHaveLength(4)
  })
})
