import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '#platform/server/paths.ts'
import type { Position } from '#platform/shared/geography.ts'

const TERRAIN = join(ROOT, 'app', 'server', 'demo', 'terrain.json')

type Ring = [longitude: number, latitude: number][]
type Shape = Ring[]

/** In grid steps: the first point, then the offset to each next one. */
type DrawnShape = number[][]

/** The output of scripts/geodata/terrain.mjs. */
interface DrawnTerrain {
  grid: { scale: [number, number]; translate: [number, number] }
  lakes: DrawnShape[]
  country: DrawnShape[]
  /** Keyed by the number of the Swiss Federal Statistical Office. */
  municipalities: Record<string, DrawnShape[]>
}

/** Length of a degree of latitude in metres. */
const METRES_PER_DEGREE = 111_195
/** The shapes are simplified: a house closer to the shore than this may stand in the water. */
const SHORE_METRES = 120

/** Wide rivers through quarters of the demo, which no available package lists. */
const RIVERS: { metres: number; line: [latitude: number, longitude: number][] }[] = [
  {
    metres: 140,
    line: [
      [47.56, 7.6235],
      [47.5598, 7.616],
      [47.5567, 7.5985],
      [47.5602, 7.5897],
      [47.5645, 7.584],
      [47.5705, 7.5818],
      [47.588, 7.589],
    ],
  },
  {
    metres: 60,
    line: [
      [46.9385, 7.4475],
      [46.942, 7.4455],
      [46.9445, 7.4475],
      [46.946, 7.454],
      [46.9487, 7.4585],
      [46.951, 7.456],
      [46.951, 7.448],
      [46.954, 7.443],
      [46.9545, 7.4385],
    ],
  },
  {
    metres: 110,
    line: [
      [46.2085, 6.1525],
      [46.2055, 6.1465],
      [46.204, 6.138],
      [46.202, 6.1225],
    ],
  },
  {
    metres: 55,
    line: [
      [47.3665, 8.5425],
      [47.3717, 8.543],
      [47.377, 8.5425],
      [47.38, 8.5395],
      [47.387, 8.5295],
      [47.3925, 8.523],
      [47.394, 8.517],
      [47.399, 8.502],
    ],
  },
]

/** Even-odd rule over all rings, so holes (islands in a lake) count as outside. */
function contains(shape: Shape, { latitude, longitude }: Position): boolean {
  let inside = false
  for (const ring of shape) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi = 0, yi = 0] = ring[i] ?? []
      const [xj = 0, yj = 0] = ring[j] ?? []
      if (
        yi > latitude !== yj > latitude &&
        longitude < ((xj - xi) * (latitude - yi)) / (yj - yi) + xi
      )
        inside = !inside
    }
  }
  return inside
}

/** Metres from a position to a line, in a plane that is accurate enough for a few kilometres. */
function distanceToLine(position: Position, line: readonly [number, number][]): number {
  const scale = Math.cos((position.latitude * Math.PI) / 180)
  const points = line.map(([latitude, longitude]) => [
    (longitude - position.longitude) * scale * METRES_PER_DEGREE,
    (latitude - position.latitude) * METRES_PER_DEGREE,
  ])
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 1; i < points.length; i++) {
    const [ax = 0, ay = 0] = points[i - 1] ?? []
    const [bx = 0, by = 0] = points[i] ?? []
    const dx = bx - ax
    const dy = by - ay
    const t = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)))
    nearest = Math.min(nearest, Math.hypot(ax + t * dx, ay + t * dy))
  }
  return nearest
}

function offset({ latitude, longitude }: Position, north: number, east: number): Position {
  return {
    latitude: latitude + north / METRES_PER_DEGREE,
    longitude: longitude + east / (METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)),
  }
}

export class Terrain {
  readonly #lakes: Shape[]
  readonly #country: Shape[]
  readonly #municipalities: Map<number, Shape[]>

  constructor(lakes: Shape[], country: Shape[], municipalities: Map<number, Shape[]>) {
    this.#lakes = lakes
    this.#country = country
    this.#municipalities = municipalities
  }

  /** In a lake, or so close to its simplified shore that it may be. */
  isWater(position: Position): boolean {
    const around = [
      position,
      offset(position, SHORE_METRES, 0),
      offset(position, -SHORE_METRES, 0),
      offset(position, 0, SHORE_METRES),
      offset(position, 0, -SHORE_METRES),
    ]
    return (
      this.#lakes.some((lake) => around.some((point) => contains(lake, point))) ||
      RIVERS.some(({ metres, line }) => distanceToLine(position, line) < metres)
    )
  }

  /** Inside a Swiss municipality (FSO number), or at least on the right side of the Swiss border. */
  belongsTo(position: Position, country: string, municipality: number | undefined): boolean {
    const shapes = municipality === undefined ? undefined : this.#municipalities.get(municipality)
    if (shapes) return shapes.some((shape) => contains(shape, position))
    return this.#country.some((shape) => contains(shape, position)) === (country === 'CH')
  }
}

function readShape(drawn: DrawnShape, { scale, translate }: DrawnTerrain['grid']): Shape {
  return drawn.map((steps) => {
    const ring: Ring = []
    let [x, y] = [0, 0]
    for (let i = 0; i < steps.length; i += 2) {
      x += steps[i] ?? 0
      y += steps[i + 1] ?? 0
      ring.push([x * scale[0] + translate[0], y * scale[1] + translate[1]])
    }
    return ring
  })
}

/** Lakes, border and municipalities of Switzerland (swisstopo and FSO; see LICENSE.md). */
export async function readTerrain(): Promise<Terrain> {
  const drawn: DrawnTerrain = JSON.parse(await readFile(TERRAIN, 'utf8'))
  const shapesOf = (shapes: DrawnShape[]) => shapes.map((shape) => readShape(shape, drawn.grid))
  return new Terrain(
    shapesOf(drawn.lakes),
    shapesOf(drawn.country),
    new Map(
      Object.entries(drawn.municipalities).map(([id, shapes]) => [Number(id), shapesOf(shapes)]),
    ),
  )
}

/** A position at a normally distributed distance around a centre. `draw` returns standard normal numbers. */
export function scatter(centre: Position, metres: number, draw: () => number): Position {
  return offset(centre, draw() * metres, draw() * metres)
}
