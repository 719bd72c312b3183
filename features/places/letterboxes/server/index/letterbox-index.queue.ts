import type { Cell } from './letterbox-index.boxes.ts'
import { compareIds, formatId } from './letterbox-index.ids.ts'
import type { Segment } from './letterbox-index.segment.ts'

/** A cell of which no letterbox is nearer than `metres`. */
interface CellAhead {
  metres: number
  /** Number of the segment that is searched. */
  part: number
  cell: Cell
}

/** A binary heap of cells, the nearest first. */
export class CellQueue {
  #heap: CellAhead[] = []

  push(ahead: CellAhead): void {
    const heap = this.#heap
    let place = heap.length
    while (place > 0) {
      const parent = (place - 1) >>> 1
      const above = heap[parent] as CellAhead
      if (above.metres <= ahead.metres) break
      heap[place] = above
      place = parent
    }
    heap[place] = ahead
  }

  pop(): CellAhead | undefined {
    const heap = this.#heap
    const nearest = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return nearest
    let place = 0
    for (let child = 1; child < heap.length; child = place * 2 + 1) {
      const right = heap[child + 1]
      if (right && right.metres < (heap[child] as CellAhead).metres) child++
      const below = heap[child] as CellAhead
      if (last.metres <= below.metres) break
      heap[place] = below
      place = child
    }
    heap[place] = last
    return nearest
  }
}

/**
 * The nearest letterboxes seen so far, at most so many: a binary heap with the farthest at its top, which gives way to
 * a nearer one. What belongs to a place of the heap stands at that index of three arrays: objects would take longer.
 */
export class NearestSoFar {
  #size = 0
  readonly #parts: readonly Pick<Segment, 'ids'>[]
  readonly #most: number
  readonly #metres: number[] = []
  readonly #ranks: number[] = []
  /** Which of the parts it is in. */
  readonly #partNumbers: number[] = []

  /** @param parts the segments that are searched */
  constructor(parts: readonly Pick<Segment, 'ids'>[], most: number) {
    this.#parts = parts
    this.#most = most
  }

  /** A letterbox farther away than this many metres is none of the nearest. */
  get reach(): number {
    return this.#size < this.#most ? Number.POSITIVE_INFINITY : (this.#metres[0] as number)
  }

  /** Takes a letterbox in, in place of the farthest where there are as many as asked for. */
  offer(metres: number, part: number, rank: number): void {
    if (metres > this.reach) return
    const place = this.#size
    this.#metres[place] = metres
    this.#ranks[place] = rank
    this.#partNumbers[place] = part
    if (place < this.#most) {
      this.#size++
      this.#rise(place)
    } else if (this.#isFarther(0, place)) {
      this.#swap(0, place)
      this.#sink(0, place)
    }
  }

  /** Takes out those after the first `offset`, the nearest first, at equal distance by id; distances in metres. */
  takeFrom(offset: number): { id: string; distance: number }[] {
    const letterboxes: { id: string; distance: number }[] = []
    // The farthest comes off first.
    while (this.#size > offset) {
      const id = formatId(this.#idsOf(0), this.#ranks[0] as number)
      letterboxes.push({ id, distance: this.#metres[0] as number })
      this.#size--
      this.#swap(0, this.#size)
      this.#sink(0, this.#size)
    }
    return letterboxes.reverse()
  }

  #rise(from: number): void {
    for (let place = from; place > 0; ) {
      const parent = (place - 1) >>> 1
      if (!this.#isFarther(place, parent)) return
      this.#swap(place, parent)
      place = parent
    }
  }

  /** Among the places before `end`. */
  #sink(from: number, end: number): void {
    let place = from
    for (let child = place * 2 + 1; child < end; child = place * 2 + 1) {
      if (child + 1 < end && this.#isFarther(child + 1, child)) child++
      if (!this.#isFarther(child, place)) return
      this.#swap(child, place)
      place = child
    }
  }

  #swap(one: number, other: number): void {
    const metres = this.#metres[one] as number
    const rank = this.#ranks[one] as number
    const part = this.#partNumbers[one] as number
    this.#metres[one] = this.#metres[other] as number
    this.#ranks[one] = this.#ranks[other] as number
    this.#partNumbers[one] = this.#partNumbers[other] as number
    this.#metres[other] = metres
    this.#ranks[other] = rank
    this.#partNumbers[other] = part
  }

  #isFarther(one: number, other: number): boolean {
    const difference = (this.#metres[one] as number) - (this.#metres[other] as number)
    if (difference !== 0) return difference > 0
    return (
      compareIds(
        this.#idsOf(one),
        this.#ranks[one] as number,
        this.#idsOf(other),
        this.#ranks[other] as number,
      ) > 0
    )
  }

  #idsOf(place: number): Uint32Array {
    return (this.#parts[this.#partNumbers[place] as number] as Pick<Segment, 'ids'>).ids
  }
}
