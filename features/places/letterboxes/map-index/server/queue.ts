import type { Cell } from './boxes.ts'
import { compareIds, formatId } from './ids.ts'
import type { Segment } from './segment.ts'

/** A cell whose letterboxes are all at least `metres` away. */
interface CellAhead {
  metres: number
  /** Number of the segment that the cell belongs to. */
  part: number
  cell: Cell
}

/** A binary heap of cells with the nearest first. */
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
 * The nearest letterboxes so far, limited in number: a binary heap with the farthest at its top, which a nearer one
 * replaces. Each heap place is an index of three parallel arrays, which are faster than objects.
 */
export class NearestSoFar {
  #size = 0
  readonly #parts: readonly Pick<Segment, 'ids'>[]
  readonly #most: number
  readonly #metres: number[] = []
  readonly #ranks: number[] = []
  /** Number of the part that holds the letterbox. */
  readonly #partNumbers: number[] = []

  /** @param parts the segments that are searched */
  constructor(parts: readonly Pick<Segment, 'ids'>[], most: number) {
    this.#parts = parts
    this.#most = most
  }

  /** A letterbox farther away than this, in metres, cannot be among the nearest. */
  get reach(): number {
    return this.#size < this.#most ? Number.POSITIVE_INFINITY : (this.#metres[0] as number)
  }

  /** Adds a letterbox; once the limit is reached, it replaces the farthest one. */
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

  /**
   * Removes and returns all letterboxes after the first `offset`, the nearest first, equal distances by id; distances
   * in metres.
   */
  takeFrom(offset: number): { id: string; distance: number }[] {
    const letterboxes: { id: string; distance: number }[] = []
    // The farthest letterbox is removed first.
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

  /** Restores the heap order among the places before `end`. */
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
