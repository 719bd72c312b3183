import type { PromisedThing } from '#features/places/letterboxes/lent/server/door.ts'
import type { Box } from '#platform/shared/geography.ts'
import type { StickerCounts, Tile } from '../../contract.ts'
import { buildSegment, SegmentBuilder } from './build.ts'
import { type FreeDays, PromisedThings } from './free-days.ts'
import { formatId } from './ids.ts'
import { mergeSegments } from './merge.ts'
import { type Nearest, type NearestQuery, nearestIn } from './nearest.ts'
import type { IndexFilter, IndexRow } from './segment.ts'
import { runInSlices } from './slices.ts'
import { type IndexChange, type Snapshot, snapshotOf, withChanges } from './snapshot.ts'
import { stickerCounts } from './stickers.ts'
import { findTile, type TileTarget, tileOf } from './tiles.ts'

export interface IndexOptions {
  /**
   * Number of changed letterboxes at which they are merged into the base. The default keeps a change at one or two
   * milliseconds and makes merges rare.
   */
  mergeAfter?: number
}

/**
 * The public letterboxes in memory, for "which letterboxes are here?".
 *
 * ```ts
 * const index = new LetterboxIndex(rows)
 * index.tile(12, 2145, 1434, { stickerId: 7 }) // { letterboxes, clusters, total }
 * index.apply([{ id, row }]) // atomic, visible to the next query
 * ```
 *
 * Sorted by Morton code, with sums of coordinates and one list of ranks per sticker in the same order. A tile and each
 * of its cells are contiguous ranges. Queries read an immutable snapshot; a change creates a new one.
 */
export class LetterboxIndex {
  #snapshot: Snapshot
  readonly #promised = new PromisedThings()
  /** Changes since the current merge began; null if no merge is running. */
  #journal: IndexChange[] | null = null
  #merge: Promise<void> = Promise.resolve()

  readonly #mergeAfter: number

  constructor(rows: Iterable<IndexRow> = [], { mergeAfter = 1024 }: IndexOptions = {}) {
    this.#mergeAfter = mergeAfter
    this.#snapshot = snapshotOf(buildSegment(rows))
  }

  get size(): number {
    const { base, added, removed } = this.#snapshot
    return base.size + added.size - removed.size
  }

  /** See {@link tileOf}. */
  tile(z: number, x: number, y: number, filter: IndexFilter = {}): Tile {
    return tileOf((target) => this.findTile(z, x, y, filter, target))
  }

  /** See {@link findTile}. */
  findTile(z: number, x: number, y: number, filter: IndexFilter, target: TileTarget): number {
    if (!filter.withTaken) return findTile(this.#seenBy(filter), z, x, y, filter, target)
    const isTaken = this.takenBy(filter)
    return findTile(this.#snapshot, z, x, y, filter, {
      pin: (letterboxes, rank) =>
        target.pin(letterboxes, rank, isTaken(formatId(letterboxes.ids, rank))),
      cluster: (latitude, longitude, count) => target.cluster(latitude, longitude, count),
    })
  }

  /** See {@link nearestIn}. */
  nearest(query: NearestQuery): Nearest {
    return nearestIn(this.#seenBy(query), query)
  }

  /** See {@link stickerCounts}. */
  stickerCounts(
    box: Box,
    { messagingOnly = false, free }: Pick<IndexFilter, 'messagingOnly' | 'free'> = {},
  ): StickerCounts {
    return stickerCounts(this.#seenBy({ free }), box, messagingOnly)
  }

  /** See {@link PromisedThings.isFree}. */
  isFree(letterboxId: string, itemId: number, days: FreeDays): boolean {
    return this.#promised.isFree(letterboxId, itemId, days)
  }

  /** See {@link PromisedThings.takenBy}. */
  takenBy(filter: IndexFilter): (id: string) => boolean {
    return this.#promised.takenBy(this.#snapshot, filter)
  }

  #seenBy({ free, withTaken }: Pick<IndexFilter, 'free' | 'withTaken'>): Snapshot {
    return free && !withTaken ? this.#promised.freeOn(this.#snapshot, free) : this.#snapshot
  }

  /**
   * Applies all changes atomically; an invalid row throws and changes nothing.
   * @returns the Morton codes of the places that look different now, on any day
   */
  apply(changes: readonly IndexChange[]): number[] {
    const rows = changes.map(({ id, row }) => ({ id, change: () => row }))
    const { snapshot, touched } = withChanges(this.#snapshot, rows)
    this.#snapshot = snapshot
    const placesOfPromised = this.#promised.change(changes)
    if (this.#journal) this.#journal.push(...changes)
    else if (snapshot.addedRows.size + snapshot.removedRows.size >= this.#mergeAfter) {
      this.#merge = this.#mergeChanges()
    }
    return [...touched, ...placesOfPromised]
  }

  /**
   * Replaces all letterboxes with those that `fill` pushes. Queries see the old ones until the new segment is built.
   * @param findPromised the things of all letterboxes that are promised or out, by letterbox id
   */
  async load(
    fill: (builder: SegmentBuilder) => Promise<void>,
    findPromised = async (): Promise<ReadonlyMap<string, readonly PromisedThing[]>> => new Map(),
  ): Promise<void> {
    const builder = new SegmentBuilder()
    await fill(builder)
    const promised = await findPromised()
    const base = await runInSlices(builder.build())
    this.#journal = null
    this.#snapshot = snapshotOf(base)
    this.#promised.replace(promised)
  }

  /** Resolves when no merge is running. */
  async settled(): Promise<void> {
    await this.#merge
  }

  /** Bytes held by the index, except for a few kilobytes of objects. */
  get byteLength(): number {
    let bytes = 0
    const { base, added, removed } = this.#snapshot
    for (const { keys, coordinates, ids, flags, slots, postings } of [base, added, removed]) {
      for (const array of [keys, coordinates, ids, flags, slots]) bytes += array.byteLength
      for (const { ranks, sums } of postings.values()) {
        bytes += sums.byteLength + (ranks?.byteLength ?? 0)
      }
    }
    return bytes
  }

  /**
   * Merges the changes into the base in slices, so that requests are answered in between. Changes made during the merge
   * are applied afterwards.
   */
  async #mergeChanges(): Promise<void> {
    const journal: IndexChange[] = []
    this.#journal = journal
    const { base, removedRanks, added } = this.#snapshot
    const merged = await runInSlices(mergeSegments(base, removedRanks, added))
    if (this.#journal !== journal) return
    this.#journal = null
    this.#snapshot = snapshotOf(merged)
    this.apply(journal)
  }
}
