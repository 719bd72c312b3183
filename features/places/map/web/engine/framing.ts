import type { Position } from '#platform/shared/geography.ts'
import { unitX, unitY } from './mercator.ts'

/** CSS pixels kept free around a spot for its marker and for the controls at the edges. */
const ROOM = { side: 76, above: 64, below: 16 }
/** Minimum area around the centre that counts as free, even if everything is covered. */
const LEAST = 20

/** Whether all positions are well visible in the free part of the map when it is centred on `middle`. */
export function isFramed(
  free: { x: number; y: number },
  middle: Position,
  positions: readonly Position[],
  zoom: number,
): boolean {
  const world = 256 * 2 ** zoom
  const side = Math.max(LEAST, free.x / 2 - ROOM.side)
  const above = Math.max(LEAST, free.y / 2 - ROOM.above)
  const below = Math.max(LEAST, free.y / 2 - ROOM.below)
  return positions.every(({ latitude, longitude }) => {
    const apart = unitX(longitude) - unitX(middle.longitude)
    // Takes the shorter way around the world.
    const x = (apart - Math.round(apart)) * world
    const y = (unitY(latitude) - unitY(middle.latitude)) * world
    return Math.abs(x) <= side && y >= -above && y <= below
  })
}
