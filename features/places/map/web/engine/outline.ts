/** Longitude and latitude. */
export type Corner = [number, number]

/** Distance in degrees of latitude; a degree of longitude is shorter, the farther from the equator. */
function distance(one: Corner, other: Corner): number {
  const shrink = Math.cos((one[1] * Math.PI) / 180)
  return Math.hypot((one[0] - other[0]) * shrink, one[1] - other[1])
}

/**
 * Adds a corner to an outline between the two neighbours where the detour is shortest, so that corners can be clicked in
 * any order.
 * @returns the corners, and the index of the new one
 */
export function withCorner(
  corners: readonly Corner[],
  added: Corner,
): { corners: Corner[]; index: number } {
  const detours = corners.map((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner
    return distance(corner, added) + distance(added, next) - distance(corner, next)
  })
  const index = corners.length < 3 ? corners.length : detours.indexOf(Math.min(...detours)) + 1
  return { corners: [...corners.slice(0, index), added, ...corners.slice(index)], index }
}
