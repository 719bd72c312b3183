/** Days, both inclusive; without an end it is as long as needed. */
interface Days {
  from: string
  until: string | null
}

const END = '9999-12-31'

/** Tracks loans, so that no copy is lent to two neighbours at a time. */
export class LentThings {
  #loans = new Map<string, (Days & { copy: number })[]>()

  /** Takes the first free one of `copies`, counted from 0, or null. */
  take(thing: string, days: Days, copies: number): number | null {
    const loans = this.#loans.get(thing) ?? []
    const overlapping = loans.filter(
      ({ from, until }) => from <= (days.until ?? END) && days.from <= (until ?? END),
    )
    const used = new Set(overlapping.map(({ copy }) => copy))
    for (let copy = 0; copy < copies; copy++) {
      if (used.has(copy)) continue
      this.#loans.set(thing, [...loans, { ...days, copy }])
      return copy
    }
    return null
  }
}
