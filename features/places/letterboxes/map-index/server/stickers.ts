import type { Box } from '#platform/shared/geography.ts'
import type { StickerCounts } from '../../contract.ts'
import { coverOf, rangesInBox } from './boxes.ts'
import { ALL, MESSAGING, type Segment, type Selection, seek } from './segment.ts'
import type { Snapshot } from './snapshot.ts'

const NONE = new Uint32Array(0)

/**
 * Ascending ranks, within the given ranges (`[from, to, ...]`, ascending), of the letterboxes that the stickers select
 * together. O(m) for the m entries of the stickers in the ranges.
 */
export function combinedRanks(
  segment: Segment,
  { keys, match }: Selection,
  ranges: readonly number[],
): Uint32Array {
  const lists: Uint32Array[] = []
  for (const key of keys) {
    const ranks = segment.postings.get(key)?.ranks
    if (ranks) lists.push(ranks)
    else if (match === 'all') return NONE
  }
  if (lists.length === 0 || ranges.length === 0) return NONE
  return match === 'all' ? intersection(lists, ranges) : union(lists, ranges)
}

/** Uses one bit per letterbox between the first and the last range. */
function union(lists: readonly Uint32Array[], ranges: readonly number[]): Uint32Array {
  const first = ranges[0] as number
  const bits = new Uint32Array(((ranges.at(-1) as number) - first + 31) >>> 5)
  let size = 0
  for (const list of lists) {
    eachRange(list, ranges, (from, to) => {
      for (let position = from; position < to; position++) {
        const place = (list[position] as number) - first
        const word = bits[place >>> 5] as number
        const marked = word | (1 << (place & 31))
        if (marked >>> 0 !== word) size++
        bits[place >>> 5] = marked
      }
    })
  }
  const ranks = new Uint32Array(size)
  let next = 0
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i] as number; word !== 0; word &= word - 1) {
      ranks[next++] = first + i * 32 + 31 - Math.clz32(word & -word)
    }
  }
  return ranks
}

/** The entries of the shortest list that all other lists contain. */
function intersection(lists: Uint32Array[], ranges: readonly number[]): Uint32Array {
  const [shortest = NONE, ...others] = lists.sort((a, b) => a.length - b.length)
  let size = 0
  eachRange(shortest, ranges, (from, to) => {
    size += to - from
  })
  const ranks = new Uint32Array(size)
  let end = 0
  eachRange(shortest, ranges, (from, to) => {
    ranks.set(shortest.subarray(from, to), end)
    end += to - from
  })
  for (const other of others) {
    let keptCount = 0
    let position = 0
    for (let i = 0; i < end; i++) {
      const rank = ranks[i] as number
      position = seek(other, rank, position)
      if (other[position] === rank) ranks[keptCount++] = rank
    }
    end = keptCount
  }
  return ranks.subarray(0, end)
}

/** Number of letterboxes in a box, in total and per sticker. */
export function stickerCounts(snapshot: Snapshot, box: Box, messagingOnly: boolean): StickerCounts {
  const cover = coverOf(box)
  const counts = new Map<number, number>()
  let total = 0
  for (const [segment, sign] of [
    [snapshot.base, 1],
    [snapshot.added, 1],
    [snapshot.removed, -1],
  ] as const) {
    const ranges = rangesInBox(segment, cover)
    for (const [key, { ranks }] of segment.postings) {
      if (key < 0 || (key > ALL && (key % 2 === MESSAGING) !== messagingOnly)) continue
      const count = sign * countInRanges(ranks, ranges)
      const sticker = key >> 1
      if (key === (messagingOnly ? MESSAGING : ALL)) total += count
      else if (sticker > 0) counts.set(sticker, (counts.get(sticker) ?? 0) + count)
    }
  }
  return {
    counts: [...counts]
      .filter(([, count]) => count > 0)
      .sort(([a], [b]) => a - b)
      .map(([id, count]) => ({ id, count })),
    total,
  }
}

/** `ranks` null means all. */
function countInRanges(ranks: Uint32Array | null, ranges: readonly number[]): number {
  let count = 0
  if (ranks) {
    eachRange(ranks, ranges, (from, to) => {
      count += to - from
    })
    return count
  }
  for (let i = 0; i < ranges.length; i += 2) {
    count += (ranges[i + 1] as number) - (ranges[i] as number)
  }
  return count
}

/** Calls `step` with the positions of a list whose ranks lie in each range. */
function eachRange(
  list: Uint32Array,
  ranges: readonly number[],
  step: (from: number, to: number) => void,
): void {
  let position = 0
  for (let i = 0; i < ranges.length && position < list.length; i += 2) {
    const from = seek(list, ranges[i] as number, position)
    position = seek(list, ranges[i + 1] as number, from)
    if (position > from) step(from, position)
  }
}
