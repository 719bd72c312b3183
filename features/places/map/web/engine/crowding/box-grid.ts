/** A box in CSS pixels; of a point all four are on it. */
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
  /** The last search that has found it. */
  search: number
}

/** The distance between the numbers of two rows of cells: more cells than the widest world has in a row. */
const ROW = 2 ** 26

/** Finds what lies near a box without looking at everything. */
export class BoxGrid<T> {
  readonly #cell: number
  readonly #cells = new Map<number, Entry<T>[]>()
  #searches = 0

  /** @param cell width and height of a cell in CSS pixels: about those of what is searched for */
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

  /** The values in the cells that a box touches: all that it overlaps, and some next to it. */
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
