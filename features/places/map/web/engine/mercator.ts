/**
 * Web mercator in "unit" coordinates: x and y in [0, 1], origin in the north-west, so that the tile z/x/y covers [x, x
 * + 1] / 2^z. Degrees are WGS 84.
 */
export interface Position {
  latitude: number
  longitude: number
}

const MAX_LATITUDE = 85.0511287798066

export function unitX(longitude: number): number {
  return longitude / 360 + 0.5
}

export function unitY(latitude: number): number {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude))
  const sin = Math.sin((clamped * Math.PI) / 180)
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}
