import { describe, expect, it } from 'vitest'
import { decodeNumbers, decodeSheet } from './decode.ts'
import { placeLabels } from './labels.ts'

const measure = (text: string) => text.length * 7

describe('the basemap', () => {
  it('decodes the numbers and sheets that the generator writes', () => {
    expect(decodeNumbers('ABCgB')).toEqual([0, -1, 1, 16])
    const { land } = decodeSheet({ bits: 4, land: ['QQCC'] })
    expect([...(land[0]?.points ?? [])]).toEqual([0.5, 0.5, 0.5625, 0.5625])
    expect(land[0]).toMatchObject({ west: 0.5, east: 0.5625, north: 0.5, south: 0.5625 })
  })

  it('never has overlapping names, and the bigger place keeps its name', () => {
    const places = Array.from({ length: 400 }, (_, i) => ({
      name: `Place ${i}`,
      translated: {},
      x: 0.5 + ((i * 37) % 97) / 100_000,
      y: 0.35 + ((i * 53) % 89) / 100_000,
      population: 1000 + i * 500,
      quarter: false,
    }))
    const labels = placeLabels(places, 10, 'de', measure)
    expect(labels.length).toBeGreaterThan(5)
    expect(labels[0]?.text).toBe('Place 399')
    for (const a of labels) {
      for (const b of labels) {
        if (a === b) continue
        const apart =
          Math.abs(a.x - b.x) >= (a.width + b.width) / 2 ||
          Math.abs(a.y - b.y) >= (a.height + b.height) / 2
        expect(apart).toBe(true)
      }
    }
  })

  it('uses the name of a place in the current language if it has one', () => {
    const { places } = decodeSheet({
      bits: 18,
      names: ['Copenhagen', 'Oslo'],
      positions: 'gBgBgBgB',
      ranks: [40, 39],
      translated: { de: { 0: 'Kopenhagen' }, fr: { 0: 'Copenhague' } },
    })
    const apart = places.map((place, i) => ({ ...place, x: 0.4 + i / 10, y: 0.3 }))
    const named = (language: string) =>
      placeLabels(apart, 5, language, measure).map(({ text, width }) => [text, width])
    expect(named('de')).toEqual([
      ['Kopenhagen', 70],
      ['Oslo', 28],
    ])
    expect(named('fr').flat()).toContain('Copenhague')
    expect(named('en').flat()).toContain('Copenhagen')
  })

  it('names quarters only at street zooms', () => {
    const quarter = {
      name: 'Hard',
      translated: {},
      x: 0.52,
      y: 0.35,
      population: 13_000,
      quarter: true,
    }
    expect(placeLabels([quarter], 11, 'de', measure)).toEqual([])
    expect(placeLabels([quarter], 13, 'de', measure)).toHaveLength(1)
  })
})
