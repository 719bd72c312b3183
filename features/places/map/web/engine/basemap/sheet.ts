/** A line or ring in unit coordinates (x, y, x, y ...) with its box. */
export interface Path {
  points: Float64Array
  west: number
  north: number
  east: number
  south: number
}

export interface Place {
  name: string
  /** Keyed by language: the place's name, if it differs from `name`. */
  translated: Partial<Record<string, string>>
  x: number
  y: number
  population: number
  /** A part of a town, named only at street zooms. */
  quarter: boolean
}

/** A piece of the bundled basemap. */
export interface Sheet {
  land: Path[]
  lakes: Path[]
  borders: Path[]
  cantons: Path[]
  municipalities: Path[]
  places: Place[]
}

export interface UnitBox {
  west: number
  north: number
  east: number
  south: number
}

export function overlaps(a: UnitBox, b: UnitBox): boolean {
  return a.west <= b.east && a.east >= b.west && a.north <= b.south && a.south >= b.north
}
