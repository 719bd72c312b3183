import { LRUCache } from 'lru-cache'
import {
  isTakenWithin,
  type PromisedThing,
  type WantedDays,
} from '#features/places/letterboxes/lent/server/door.ts'
import { formatId, parseId } from './ids.ts'
import { type IndexFilter, MESSAGING, rankOf, selectionOf } from './segment.ts'
import { type IndexChange, keyOf, type RowChange, type Snapshot, withChanges } from './snapshot.ts'

/** Days on which a thing has to be free, seen from a community's day. */
export interface FreeDays extends WantedDays {
  today: string
}

/** People ask for today and the next weekends. Each entry holds the letterboxes that are taken on its days. */
const KEPT_SNAPSHOTS = 8

/**
 * The things that are promised or out, and snapshots of the map without them. A letterbox keeps only the stickers that
 * are free on all the days; one whose stickers are all taken is left out. So every query runs as on any other snapshot,
 * and its counts are exact.
 */
export class PromisedThings {
  #things = new Map<string, readonly PromisedThing[]>()
  readonly #snapshots = new LRUCache<string, { of: Snapshot; free: Snapshot }>({
    max: KEPT_SNAPSHOTS,
  })

  /** Replaces the things of all letterboxes. */
  replace(things: ReadonlyMap<string, readonly PromisedThing[]>): void {
    this.#things = new Map(things)
    this.#snapshots.clear()
  }

  /**
   * Replaces the things of some letterboxes.
   * @returns the Morton codes of those with other things than before
   */
  change(changes: readonly IndexChange[]): number[] {
    const changed: number[] = []
    for (const { id: anyCase, row, promised } of changes) {
      const id = canonical(anyCase)
      const next = row && promised?.length ? promised : undefined
      const isSame = JSON.stringify(next) === JSON.stringify(this.#things.get(id))
      if (next) this.#things.set(id, next)
      else this.#things.delete(id)
      // A letterbox that leaves the map is a change of its row.
      if (row && !isSame) changed.push(keyOf(row))
    }
    if (changed.length > 0) this.#snapshots.clear()
    return changed
  }

  /** Whether a letterbox has a copy of a thing on the days. */
  isFree(letterboxId: string, itemId: number, days: FreeDays): boolean {
    const thing = this.#things.get(letterboxId)?.find(({ item_id }) => item_id === itemId)
    return !thing || !isTakenWithin(thing, days, days.today)
  }

  /** The snapshot without what is taken on the days. */
  freeOn(snapshot: Snapshot, days: FreeDays): Snapshot {
    const key = `${days.from} ${days.until} ${days.today}`
    const known = this.#snapshots.get(key)
    if (known?.of === snapshot) return known.free
    const { snapshot: free } = withChanges(snapshot, this.#takenOn(days))
    this.#snapshots.set(key, { of: snapshot, free })
    return free
  }

  /** Which of the letterboxes that a filter selects are selected only because of things that are taken on its days. */
  takenBy(snapshot: Snapshot, filter: IndexFilter): (id: string) => boolean {
    if (!filter.free) return () => false
    const { base, addedRows, removedRanks } = this.freeOn(snapshot, filter.free)
    const { keys, match } = selectionOf(filter)
    const stickers = keys.filter((key) => key > MESSAGING).map((key) => key >> 1)
    return (id) => {
      if (!this.#things.has(id)) return false
      const row = addedRows.get(id)
      if (!row) {
        const rank = rankOf(base, id)
        return rank < 0 || removedRanks.has(rank)
      }
      const isFree = (sticker: number) => row.stickers.includes(sticker)
      return match === 'all'
        ? !stickers.every(isFree)
        : stickers.length > 0 && !stickers.some(isFree)
    }
  }

  /** Takes the stickers that are taken on the days from their letterboxes. */
  *#takenOn(days: FreeDays): Generator<RowChange> {
    for (const [id, things] of this.#things) {
      const taken = things.filter((thing) => isTakenWithin(thing, days, days.today))
      if (taken.length === 0) continue
      const isFree = (sticker: number) => !taken.some(({ item_id }) => item_id === sticker)
      yield {
        id,
        change(row) {
          const stickers = row?.stickers.filter(isFree) ?? []
          return row && stickers.length > 0 ? { ...row, stickers } : null
        },
      }
    }
  }
}

function canonical(id: string): string {
  const words = new Uint32Array(4)
  parseId(id, words, 0)
  return formatId(words, 0)
}
