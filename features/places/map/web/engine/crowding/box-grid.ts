/** A box in CSS pixels; for a point, opposite edges are equal. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

interface Entry<T> {
  value: T
  /** Number of the last search that found this entry. */
  search: number
}

/** Key distance between two rows of cells: more than the cells in a row of the widest world. */
const ROW = 2 ** 26

/** Spatial index: finds what lies near a box without checking everything. */
export class BoxGrid<T> {
  readonly #cell: number
  readonly #cells = new Map<number, Entry<T>[]>()
  #searches = 0

  /** @param cell width and height of a cell in CSS pixels; best about the size of the boxes */
  constructor(cell: number) {
    this.#cell = cell
  }

  add(box: Box, value: T): void {
    const entry = { value, search: 0 }
    for (const key of this.#keysOf(box)) {
      const entries = this.#cells.get(key)
      if (entries) entries.push(entry)
      else this.#cells.set(key, [entry])
    }
  }

  /** The values in the cells that a box touches: everything that overlaps it, and some neighbours. */
  near(box: Box): T[] {
    const search = ++this.#searches
    const values: T[] = []
    for (const key of this.#keysOf(box)) {
      for (const entry of this.#cells.get(key) ?? []) {
        if (entry.search === search) continue
        entry.search = search
        values.push(entry.value)
      }
    }
    return values
  }

  #keysOf({ left, top, right, bottom }: Box): number[] {
    const cellOf = (pixels: number) => Math.floor(pixels / this.#cell)
    const keys: number[] = []
    for (let row = cellOf(top); row <= cellOf(bottom); row++) {
      for (let column = cellOf(left); column <= cellOf(right); column++) {
        keys.push(row * ROW + column)
      }
    }
    return keys
  }
}
