import Point from '@mapbox/point-geometry'
import { expect, it } from 'vitest'
import type { Feature, Layout } from './engine.ts'
import { labelRules } from './label-rules.ts'
import { streetColours } from './street-colours.ts'

const SPOT = new Point(100, 200)
const HOUSE: Feature = {
  props: { kind: 'address', addr_housenumber: '30' },
  geomType: 1,
  numVertices: 1,
  geom: [[SPOT]],
  bbox: { minX: 100, minY: 200, maxX: 100, maxY: 200 },
}

/** The placed label of the house number at a zoom. */
function numberAt(zoom: number) {
  const rule = labelRules(streetColours(false), 'de').find(
    (candidate) => candidate.dataLayer === 'buildings',
  )
  const measureText = () => ({
    width: 12,
    actualBoundingBoxAscent: 8,
    actualBoundingBoxDescent: 2,
  })
  const scratch = { measureText } as unknown as CanvasRenderingContext2D
  const layout = { scratch, zoom, index: { bboxCollides: () => false } } as unknown as Layout
  const [label] = rule?.symbolizer.place(layout, HOUSE.geom, HOUSE) ?? []
  if (!label) throw new Error('The number is placed')
  return label
}

it('the number of a house is written below the foot of a letterbox there', () => {
  const { bboxes } = numberAt(18)
  for (const { minX, minY, maxX } of bboxes) {
    expect(minY).toBeGreaterThan(SPOT.y)
    expect((minX + maxX) / 2).toBeCloseTo(SPOT.x, 0)
  }
})

it('the number of a house is written once per house at every zoom', () => {
  const metres = (zoom: number) =>
    (numberAt(zoom).deduplicationDistance ?? 0) * (0.405 / 2 ** (zoom - 18))
  expect(numberAt(19).deduplicationKey).toBe('30')
  expect(metres(18)).toBeCloseTo(20, 0)
  expect(metres(20)).toBeCloseTo(20, 0)
})
