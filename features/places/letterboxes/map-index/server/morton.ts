/**
 * Sort order of the index: web mercator, 26 bits per side, interleaved to a Morton code of 52 bits, which a double
 * holds exactly. A map tile of any zoom is one contiguous range of codes.
 */
export const LEVELS = 26
/** Number of columns and of rows of the finest grid. */
export const SIDE = 2 ** LEVELS
const HALF_BITS = LEVELS / 2
const HALF = 2 ** HALF_BITS

/** Column of a longitude, west to east; 180 belongs to the last one. */
export function columnOf(longitude: number): number {
  return Math.min(SIDE - 1, Math.floor((longitude / 360 + 0.5) * SIDE))
}

/**
 * Row of a latitude, north to south. The projection ends at 85.0511 degrees: latitudes nearer to a pole share the
 * outermost row, so that they still belong to exactly one tile of every zoom.
 */
export function rowOf(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const y = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI
  return Math.min(SIDE - 1, Math.max(0, Math.floor(y * SIDE)))
}

/** Longitude of a column's western edge. */
export function longitudeOfColumn(column: number): number {
  return (column / SIDE) * 360 - 180
}

/** Latitude of a row's northern edge; the first and the last edge reach the poles. */
export function latitudeOfRow(row: number): number {
  if (row <= 0) return 90
  if (row >= SIDE) return -90
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / SIDE))) * 180) / Math.PI
}

/** Inserts a zero after each of 13 bits. */
function spread(bits: number): number {
  let v = (bits | (bits << 8)) & 0x00ff00ff
  v = (v | (v << 4)) & 0x0f0f0f0f
  v = (v | (v << 2)) & 0x33333333
  return (v | (v << 1)) & 0x55555555
}

/** Morton code of a cell of the finest grid. */
export function mortonOf(column: number, row: number): number {
  const high = spread(column >>> HALF_BITS) | (spread(row >>> HALF_BITS) << 1)
  const low = spread(column & (HALF - 1)) | (spread(row & (HALF - 1)) << 1)
  return high * SIDE + low
}

/** Number of columns and rows of the finest grid in a square of the given level (0 is the whole world). */
export function sizeOfLevel(level: number): number {
  return 1 << (LEVELS - level)
}

const SPANS = Float64Array.from({ length: LEVELS + 1 }, (_, level) => 4 ** (LEVELS - level))

/** Number of codes in one cell of the given level (0 is the whole world). */
export function spanOfLevel(level: number): number {
  return SPANS[level] as number
}
