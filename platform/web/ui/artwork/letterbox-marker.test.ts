import { describe, expect, test } from 'vitest'
import { letterboxCluster } from './letterbox-cluster.ts'
import { type LetterboxMarkerKind, letterboxMarkerSvg } from './letterbox-marker.ts'

const KINDS: LetterboxMarkerKind[] = [
  'reseller',
  'supporter',
  'messaging_active',
  'messaging',
  'normal',
]

describe('letterbox markers', () => {
  test('are five different drawings, with five more for the user’s own letterbox', () => {
    const drawings = KINDS.flatMap((kind) => [
      letterboxMarkerSvg(kind),
      letterboxMarkerSvg(kind, { own: true }),
    ])
    expect(new Set(drawings).size).toBe(10)
  })

  test('have the same silhouette when faded', () => {
    for (const kind of KINDS) {
      const [clear, faded] = [letterboxMarkerSvg(kind), letterboxMarkerSvg(kind, { faded: true })]
      expect(faded).not.toBe(clear)
      expect(faded.replace(/ opacity="[.\d]+"/, '')).toBe(clear)
    }
  })

  test('differ even without their colours', () => {
    const shapes = KINDS.map((kind) => letterboxMarkerSvg(kind).replace(/#[0-9a-f]{6}/g, ''))
    expect(new Set(shapes).size).toBe(5)
  })

  test.each(KINDS)('have the tip of %s at the middle of the lower edge', (kind) => {
    const svg = new DOMParser().parseFromString(letterboxMarkerSvg(kind), 'image/svg+xml')
    expect(svg.documentElement.getAttribute('viewBox')).toBe('0 0 28 59')
    expect(letterboxMarkerSvg(kind)).toContain('L14 59')
    expect(letterboxMarkerSvg(kind)).not.toMatch(/\s(id|class|style|href)=/)
  })
})

describe('letterbox clusters', () => {
  test('show the exact count, formatted as in the lists', () => {
    expect(letterboxCluster(9999, 'en').label).toBe('9,999')
    expect(letterboxCluster(12345, 'en').label).toBe('12,345')
    expect(letterboxCluster(12345, 'de').label).toMatch(/^12[’']345$/)
  })

  test('grow with the count', () => {
    const widths = [2, 10, 100, 1000, 10_000].map((count) => letterboxCluster(count, 'de').width)
    expect(widths).toEqual([...new Set(widths)].sort((a, b) => a - b))
  })
})
