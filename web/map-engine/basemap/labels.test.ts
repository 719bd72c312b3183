import { describe, expect, it } from 'vitest'
import { decodeNumbers, decodeSheet } from './decode.ts'
import { placeLabels } from './labels.ts'

const measure = (text: string) => text.length * 7

describe('basemap', () => {
  it('decodes what the generator writes', () => {
    expect(decodeNumbers('ABCgB')).toEqual([0, -1, 1, 16])
    const { land } = decodeSheet({ bits: 4, land: ['QQCC'] })
    expect([...(land[0]?.points ?? [])]).toEqual([0.5, 0.5, 0.5625, 0.5625])
    expect(land[0]).toMatchObject({ west: 0.5, east: 0.5625, north: 0.5, south: 0.5625 })
  })

  it('never lets two names overlap; the bigger place keeps its name', () => {
    const places = Array.from({ length: 400 }, (_, i) => ({
      name: `Place ${i}`,
      x: 0.5 + ((i * 37) % 97) / 100_000,
      y: 0.35 + ((i * 53) % 89) / 100_000,
      population: 1000 + i * 500,
      quarter: false,
    }))
    const labels = placeLabels(places, 10, measure)
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

  it('names quarters only at street zooms', () => {
    const quarter = { name: 'Hard', x: 0.52, y: 0.35, population: 13_000, quarter: true }
    expect(placeLabels([quarter], 11, measure)).toEqual([])
    expect(placeLabels([quarter], 13, measure)).toHaveLength(1)
  })
})
