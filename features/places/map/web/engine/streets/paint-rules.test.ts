import Point from '@mapbox/point-geometry'
import { expect, it } from 'vitest'
import type { Feature } from './engine.ts'
import { paintRules } from './paint-rules.ts'
import { streetColours } from './street-colours.ts'

const HOUSE: Feature = {
  props: { kind: 'building' },
  geomType: 3,
  geom: [[new Point(0, 0), new Point(9, 0), new Point(9, 9), new Point(0, 0)]],
  numVertices: 4,
  bbox: { minX: 0, minY: 0, maxX: 9, maxY: 9 },
}
const rules = paintRules(streetColours(false))

/** How a house is drawn at a zoom. */
function drawnStyles(zoom: number): string[] {
  const calls: string[] = []
  const methods = ['beginPath', 'moveTo', 'lineTo'].map((name) => [name, () => undefined])
  const context = {
    ...Object.fromEntries(methods),
    fill: () => calls.push('filled'),
    stroke: () => calls.push('edged'),
  } as unknown as CanvasRenderingContext2D
  for (const { dataLayer, minzoom = 0, maxzoom = 30, filter, symbolizer } of rules) {
    if (dataLayer !== 'buildings' || zoom < minzoom || zoom > maxzoom) continue
    if (!filter?.(zoom, HOUSE)) continue
    symbolizer.before?.(context, zoom)
    symbolizer.draw(context, HOUSE.geom, zoom, HOUSE)
  }
  return calls
}

it('houses have edges at high zooms only, even after zooming out', () => {
  expect(drawnStyles(15)).toEqual(['filled'])
  expect(drawnStyles(17)).toEqual(['filled', 'edged'])
  expect(drawnStyles(15)).toEqual(['filled'])
})
