import Point from '@mapbox/point-geometry'
import { expect, it } from 'vitest'
import type { Feature } from './engine.ts'
import { boxOf, joinLines, joinNamedLines } from './join-lines.ts'

const line = (...points: [number, number][]) => points.map(([x, y]) => new Point(x, y))
const textOf = (lines: Point[][]) =>
  lines.map((points) => points.map(({ x, y }) => `${x},${y}`).join(' '))
const street = (props: Record<string, string>, ...geom: Point[][]): Feature => ({
  props,
  geom,
  geomType: 2,
  numVertices: geom.flat().length,
  bbox: boxOf(geom.flat()),
})

it('joinLines() joins pieces that continue each other, in any direction', () => {
  const joined = joinLines([
    line([10, 0], [20, 1]),
    line([10, 0], [0, 0]),
    line([30, 0], [20, 1]),
    line([50, 50], [60, 50]),
  ])
  expect(textOf(joined)).toEqual(['0,0 10,0 20,1 30,0', '50,50 60,50'])
})

it('joinLines() goes straight on at a junction and never into a side street', () => {
  const joined = joinLines([line([0, 0], [10, 0]), line([10, 0], [10, 30]), line([10, 0], [20, 2])])
  expect(textOf(joined)).toEqual(['0,0 10,0 20,2', '10,0 10,30'])
})

it('joinLines() terminates for a circular street', () => {
  const corners: [number, number][] = Array.from({ length: 12 }, (_, i) => [
    Math.round(100 * Math.cos((i * Math.PI) / 6)),
    Math.round(100 * Math.sin((i * Math.PI) / 6)),
  ])
  const pieces = corners.map((from, i) => line(from, corners[(i + 1) % 12] ?? from))
  const [circle, ...others] = joinLines(pieces)
  expect(others).toEqual([])
  expect(circle?.length).toBe(13)
})

it('joinNamedLines() joins lines of the same name and kind, and drops nameless ones', () => {
  const joined = joinNamedLines([
    street({ name: 'Städtle', kind: 'minor_road' }, line([0, 0], [10, 0])),
    street({ name: 'Städtle', kind: 'minor_road' }, line([10, 0], [20, 0])),
    street({ name: 'Städtle', kind: 'path' }, line([20, 0], [30, 0])),
    street({ kind: 'minor_road' }, line([0, 5], [10, 5])),
  ])
  expect(joined.map(({ props, geom }) => [props.kind, ...textOf(geom)])).toEqual([
    ['minor_road', '0,0 10,0 20,0'],
    ['path', '20,0 30,0'],
  ])
  expect(joined[0]?.bbox).toEqual({ minX: 0, minY: 0, maxX: 20, maxY: 0 })
})
