// Simplifies tiles that are only drawn at their own zoom: removes invisible detail.
import { VectorTile } from '@mapbox/vector-tile'
import { fromVectorTileJs } from '@maplibre/vt-pbf'
import Pbf from 'pbf'
import { feature } from 'topojson-client'
import { topology } from 'topojson-server'
import { planarTriangleArea, presimplify, simplify } from 'topojson-simplify'

const LINE = 2
const POLYGON = 3
/** Width of a drawn tile in CSS pixels. */
const TILE_SIZE = 512

/**
 * Keyed by layer. `steps` is the resolution of coordinates per CSS pixel; a vertex is removed if the triangle with its
 * neighbours is smaller than `corner` (square pixels), an area or hole if it is smaller than `area`.
 */
const FINENESS = {
  landuse: { steps: 2, corner: 2, area: 8 },
  water: { steps: 4, corner: 0.5, area: 2 },
  roads: { steps: 4, corner: 1, area: 0 },
}

const areaOf = (ring) => {
  const doubled = ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(doubled / 2)
}

const isSame = ([x, y], [otherX, otherY]) => x === otherX && y === otherY
const withoutRepeats = (line) => line.filter((point, i) => i === 0 || !isSame(point, line[i - 1]))

/** The geometry as TopoJSON expects it: a flat list of rings, lines or points. */
function geometryOf(part, scale) {
  const lines = part
    .loadGeometry()
    .map((line) => line.map(({ x, y }) => [Math.round(x * scale), Math.round(y * scale)]))
  if (part.type === POLYGON) return { type: 'Polygon', coordinates: lines }
  if (part.type === LINE) return { type: 'MultiLineString', coordinates: lines }
  return { type: 'MultiPoint', coordinates: lines.flat() }
}

function linesOf({ type, coordinates }, leastArea) {
  if (type === 'Polygon') return coordinates.filter((ring) => areaOf(ring) > leastArea)
  if (type === 'MultiPoint') return coordinates.map((point) => [point])
  return coordinates.map(withoutRepeats).filter((line) => line.length > 1)
}

/**
 * Shared borders of areas stay shared (Visvalingam's method on the arcs of a topology), so that no gaps appear between
 * them. Points on a tile's edge stay, so that neighbouring tiles match.
 */
function lightenLayer(layer, { steps, corner, area }) {
  const extent = TILE_SIZE * steps
  const parts = Array.from({ length: layer.length }, (_, i) => layer.feature(i))
  const geometries = parts.map((part) => geometryOf(part, extent / layer.extent))
  const isOnEdge = ([x, y]) => x <= 0 || y <= 0 || x >= extent || y >= extent
  const weighed = presimplify(
    topology({ layer: { type: 'GeometryCollection', geometries } }),
    (triangle) => (isOnEdge(triangle[1]) ? Number.POSITIVE_INFINITY : planarTriangleArea(triangle)),
  )
  const simple = simplify(weighed, corner * steps ** 2)
  const shapes = simple.objects.layer.geometries.map((shape) => feature(simple, shape).geometry)
  const kept = parts.flatMap(({ type, properties }, i) => {
    const lines = linesOf(shapes[i], area * steps ** 2)
    if (lines.length === 0) return []
    const points = lines.map((line) => line.map(([x, y]) => ({ x, y })))
    return [{ type, properties, loadGeometry: () => points }]
  })
  const { name } = layer
  return { version: 2, name, extent, length: kept.length, feature: (i) => kept[i] }
}

/** @param bytes of a vector tile, not gzipped */
export function lightenTile(bytes) {
  const { layers } = new VectorTile(new Pbf(bytes))
  const lighter = Object.entries(layers).map(([name, layer]) => [
    name,
    FINENESS[name] ? lightenLayer(layer, FINENESS[name]) : layer,
  ])
  return fromVectorTileJs({ layers: Object.fromEntries(lighter) })
}
