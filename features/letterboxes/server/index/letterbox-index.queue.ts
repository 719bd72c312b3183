import type { Cell } from './letterbox-index.boxes.ts'
import { compareIds } from './letterbox-index.ids.ts'
import type { Posting, Segment } from './letterbox-index.segment.ts'

/** A cell that is at least, or a letterbox that is exactly `metres` away. */
export type Candidate =
  | { metres: number; segment: Segment; posting: Posting; cell: Cell }
  | { metres: number; segment: Segment; rank: number }

/** A binary heap of cells and letterboxes, the nearest first. */
export class NearestQueue {
  #heap: Candidate[] = []

  push(candidate: Candidate): void {
    const heap = this.#heap
    let place = heap.length
    while (place > 0) {
      const parent = (place - 1) >>> 1
      const above = heap[parent] as Candidate
      if (!isNearer(candidate, above)) break
      heap[place] = above
      place = parent
    }
    heap[place] = candidate
  }

  pop(): Candidate | undefined {
    const heap = this.#heap
    const nearest = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return nearest
    let place = 0
    for (let child = 1; child < heap.length; child = place * 2 + 1) {
      const right = heap[child + 1]
      if (right && isNearer(right, heap[child] as Candidate)) child++
      const below = heap[child] as Candidate
      if (!isNearer(below, last)) break
      heap[place] = below
      place = child
    }
    heap[place] = last
    return nearest
  }
}

/** At equal distance cells come first, since they may hold letterboxes with a lower id. */
function isNearer(a: Candidate, b: Candidate): boolean {
  if (a.metres !== b.metres) return a.metres < b.metres
  if (!('rank' in a)) return 'rank' in b
  return 'rank' in b && compareIds(a.segment.ids, a.rank, b.segment.ids, b.rank) < 0
}
