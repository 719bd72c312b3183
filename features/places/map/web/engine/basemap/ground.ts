import type { Path } from './sheet.ts'

/** What lies at one spot of a drawn map. */
export interface Ground {
  /** Streets are drawn there, so a house can be identified. */
  streets: boolean
  water: boolean
}

/**
 * Whether a spot lies within rings; a ring inside another one is a hole (the "evenodd" rule that also fills them).
 * @param x from the west, and y from the north, as fractions of the world
 */
export function liesWithin(rings: readonly Path[], x: number, y: number): boolean {
  return rings.filter((ring) => surrounds(ring, x, y)).length % 2 === 1
}

function surrounds({ points, west, north, east, south }: Path, x: number, y: number): boolean {
  if (x < west || x > east || y < north || y > south) return false
  let inside = false
  for (let at = 0, before = points.length - 2; at < points.length; before = at, at += 2) {
    const [x1, y1, x2, y2] = [points[at], points[at + 1], points[before], points[before + 1]] as [
      number,
      number,
      number,
      number,
    ]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}
