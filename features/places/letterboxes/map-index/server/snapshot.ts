import type { PromisedThing } from '#features/places/letterboxes/lent/server/door.ts'
import { buildSegment } from './build.ts'
import { findRank, formatId, parseId } from './ids.ts'
import { columnOf, mortonOf, rowOf } from './morton.ts'
import { type IndexRow, rememberedRow, type Segment } from './segment.ts'

/**
 * Immutable state that a query sees: a large base, and small segments of what was added and removed since it was built.
 * An exact count is base + added - removed.
 */
export interface Snapshot {
  base: Segment
  /** Letterboxes that are not in the base or have changed since. */
  added: Segment
  addedRows: ReadonlyMap<string, IndexRow>
  /** Letterboxes of the base that are gone or replaced by one in `added`. */
  removed: Segment
  removedRows: ReadonlyMap<number, IndexRow>
  removedRanks: ReadonlySet<number>
}

/** A null `row` means that the letterbox is no longer public. */
export interface IndexChange {
  id: string
  row: IndexRow | null
  /** Its things that are promised or out; none if left out. */
  promised?: readonly PromisedThing[] | undefined
}

/** A letterbox that is replaced by what `change` makes of it; null means that it is not on the map. */
export interface RowChange {
  id: string
  change: (old: IndexRow | null) => IndexRow | null
}

const EMPTY = buildSegment([])

export function snapshotOf(base: Segment): Snapshot {
  return {
    base,
    added: EMPTY,
    addedRows: new Map(),
    removed: EMPTY,
    removedRows: new Map(),
    removedRanks: new Set(),
  }
}

export interface Applied {
  snapshot: Snapshot
  /** Morton codes of letterboxes that were added, removed or changed. */
  touched: number[]
}

/** Applies all changes at once; the last one of an id wins. Throws a RangeError on an invalid row. */
export function withChanges(snapshot: Snapshot, changes: Iterable<RowChange>): Applied {
  const addedRows = new Map(snapshot.addedRows)
  const removedRows = new Map(snapshot.removedRows)
  const touched: number[] = []
  const words = new Uint32Array(4)
  for (const { id: anyCase, change } of changes) {
    parseId(anyCase, words, 0)
    const id = formatId(words, 0)
    const rank = findRank(snapshot.base.slots, snapshot.base.ids, words)
    const inBase =
      rank >= 0 && !removedRows.has(rank) ? rememberedRow(snapshot.base, rank, id) : null
    const old = addedRows.get(id) ?? inBase
    const row = change(old)
    if (isSame(old, row)) continue
    if (inBase) removedRows.set(rank, inBase)
    if (row) addedRows.set(id, { ...row, id })
    else addedRows.delete(id)
    for (const place of [old, row]) if (place) touched.push(keyOf(place))
  }
  if (touched.length === 0) return { snapshot, touched }
  return {
    snapshot: {
      base: snapshot.base,
      added: buildSegment(addedRows.values()),
      addedRows,
      removed: buildSegment(removedRows.values()),
      removedRows,
      removedRanks: new Set(removedRows.keys()),
    },
    touched,
  }
}

/** The Morton code of a letterbox's spot. */
export function keyOf({ latitude, longitude }: IndexRow): number {
  return mortonOf(columnOf(longitude), rowOf(latitude))
}

function isSame(a: IndexRow | null, b: IndexRow | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.latitude === b.latitude &&
    a.longitude === b.longitude &&
    a.kind === b.kind &&
    a.messaging === b.messaging &&
    a.silent === b.silent &&
    new Set(a.stickers).size === new Set(b.stickers).size &&
    b.stickers.every((sticker) => a.stickers.includes(sticker))
  )
}
