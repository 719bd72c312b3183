// @ts-check
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { feature } from 'topojson-client'
import { ROOT } from '../project.mjs'

/**
 * @typedef {import('topojson-specification').GeometryCollection} Collection
 * @typedef {import('topojson-specification').Topology<{ lakes: Collection, country: Collection, municipalities: Collection }>} Topology
 * @typedef {number[]} Ring whole steps of the source's grid: the first point, then the way to each next one
 */

/** @param {number[][]} points */
function ringOf(points) {
  /** @type {Ring} */
  const ring = []
  let [fromX, fromY] = [0, 0]
  for (const [x = 0, y = 0] of points) {
    ring.push(x - fromX, y - fromY)
    ;[fromX, fromY] = [x, y]
  }
  return ring
}

/** @param {import('geojson').Geometry} geometry */
function shapesOf(geometry) {
  if (geometry.type === 'Polygon') return [geometry.coordinates.map(ringOf)]
  if (geometry.type === 'MultiPolygon')
    return geometry.coordinates.map((rings) => rings.map(ringOf))
  return []
}

/**
 * What the demo needs to know about Switzerland so that it puts no letterbox into a lake or the wrong town: lakes,
 * border, and the municipalities in app/server/demo/places.json. Each shape is a list of rings.
 */
export function drawTerrain() {
  const file = createRequire(import.meta.url).resolve('swiss-maps/2026/ch-combined.json')
  const { transform, ...topology } = /** @type {Topology} */ (
    JSON.parse(readFileSync(file, 'utf8'))
  )
  if (!transform) throw new Error(`${file} has no grid.`)
  // On the grid all numbers are integers, so the file is small and lossless.
  const onGrid = { ...topology, transform: { scale: [1, 1], translate: [0, 0] } }
  const read = (/** @type {keyof Topology['objects']} */ name) =>
    feature(/** @type {Topology} */ (onGrid), topology.objects[name]).features
  /** @type {{ municipality?: number }[]} */
  const places = JSON.parse(
    readFileSync(join(ROOT, 'app', 'server', 'demo', 'places.json'), 'utf8'),
  )
  const named = new Set(places.map(({ municipality }) => municipality))
  return {
    grid: transform,
    lakes: read('lakes').flatMap(({ geometry }) => shapesOf(geometry)),
    country: read('country').flatMap(({ geometry }) => shapesOf(geometry)),
    municipalities: Object.fromEntries(
      read('municipalities')
        .filter(({ id }) => named.has(Number(id)))
        .map(({ id, geometry }) => [id, shapesOf(geometry)]),
    ),
  }
}
