import type { Pin } from '#features/places/letterboxes/contract.ts'
import {
  LETTERBOX_KINDS,
  type LetterboxKind,
} from '#features/places/letterboxes/letterbox-kinds.ts'

/** Letterboxes at one spot, which share one marker. */
export interface House {
  /** Changes whenever the marker's look changes. */
  key: string
  ids: string[]
  /** The most significant kind among its letterboxes. */
  kind: LetterboxKind
  /** True if all its letterboxes are silent. */
  silent: boolean
  /** True if none of them has the things free on the days that were searched. */
  taken: boolean
  latitude: number
  longitude: number
}

/** Five decimals of a degree are about a metre, so neighbours at one door share a spot. */
const DECIMALS = 5

export function groupByHouse(pins: readonly Pin[]): House[] {
  const spots = new Map<string, Pin[]>()
  for (const pin of pins) {
    const spot = `${pin.latitude.toFixed(DECIMALS)},${pin.longitude.toFixed(DECIMALS)}`
    const neighbours = spots.get(spot)
    if (neighbours) neighbours.push(pin)
    else spots.set(spot, [pin])
  }
  const houses: House[] = []
  for (const [spot, neighbours] of spots) {
    const ids = neighbours.map(({ id }) => id).sort()
    const kind = LETTERBOX_KINDS.find((one) => neighbours.some((pin) => pin.kind === one))
    const silent = neighbours.every((pin) => pin.silent)
    const taken = neighbours.every((pin) => pin.taken)
    const [first] = neighbours
    if (!first) continue
    houses.push({
      key: `${spot} ${kind} ${silent ? 'silent ' : ''}${taken ? 'taken ' : ''}${ids.join(' ')}`,
      ids,
      kind: kind ?? first.kind,
      silent,
      taken,
      latitude: first.latitude,
      longitude: first.longitude,
    })
  }
  return houses
}
