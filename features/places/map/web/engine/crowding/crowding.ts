import type { Position } from '#platform/shared/geography.ts'
import { unitX, unitY } from '../mercator.ts'

/** Width and height of a block in CSS pixels; the server's clusters are about 64 apart. */
const BLOCK = 128
/** Number of clusters that make a block full; it has room for four. */
const FULL = 3
/** From this number of full blocks on, the map is crowded. */
const MOST_FULL_BLOCKS = 24

/**
 * Whether clusters are so dense on so much of the map that their badges would form a wall.
 * @param zoom of the map that shows them
 */
export function isCrowded(clusters: readonly Position[], zoom: number): boolean {
  const blocksAround = (256 * 2 ** zoom) / BLOCK
  const countsByBlock = new Map<string, number>()
  for (const { latitude, longitude } of clusters) {
    const column = Math.floor(unitX(longitude) * blocksAround)
    const row = Math.floor(unitY(latitude) * blocksAround)
    const block = `${column} ${row}`
    countsByBlock.set(block, (countsByBlock.get(block) ?? 0) + 1)
  }
  const full = [...countsByBlock.values()].filter((clustersThere) => clustersThere >= FULL)
  return full.length > MOST_FULL_BLOCKS
}
