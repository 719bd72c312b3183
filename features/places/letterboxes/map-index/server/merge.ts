import { posting } from './build.ts'
import { addToTable, idTable } from './ids.ts'
import { ALL, isBefore, type Posting, type Segment } from './segment.ts'
import { inChunks, type Work } from './slices.ts'

const GONE = 0xffffffff

/**
 * Merges a base without its removed ranks and the added letterboxes into one new segment: one pass over the columns and
 * one over each posting. The inputs are not changed.
 */
export function* mergeSegments(
  base: Segment,
  removed: ReadonlySet<number>,
  added: Segment,
): Work<Segment> {
  const size = base.size - removed.size + added.size
  const merged = {
    size,
    keys: new Float64Array(size),
    coordinates: new Float64Array(size * 2),
    ids: new Uint32Array(size * 4),
    flags: new Uint8Array(size),
    slots: idTable(size),
  }
  const ranks = yield* mergeColumns(merged, base, removed, added)
  const postings = new Map<number, Posting>()
  postings.set(ALL, yield* posting(merged.coordinates, null, size))
  for (const key of new Set([...base.postings.keys(), ...added.postings.keys()])) {
    yield
    if (key === ALL) continue
    const list = mergeRanks(
      { list: base.postings.get(key)?.ranks, rankOf: ranks.ofBase },
      { list: added.postings.get(key)?.ranks, rankOf: ranks.ofAdded },
    )
    if (list.length > 0) postings.set(key, yield* posting(merged.coordinates, list, list.length))
  }
  return { ...merged, postings }
}

type Columns = Omit<Segment, 'postings'>

/**
 * Fills the columns.
 * @returns the new rank of each old one, {@link GONE} for a removed one
 */
function* mergeColumns(
  merged: Columns,
  base: Segment,
  removed: ReadonlySet<number>,
  added: Segment,
): Work<{ ofBase: Uint32Array; ofAdded: Uint32Array }> {
  const ofBase = new Uint32Array(base.size)
  const ofAdded = new Uint32Array(added.size)
  for (const rank of removed) ofBase[rank] = GONE
  let rank = 0
  let nextAdded = 0
  yield* inChunks(base.size, (from, to) => {
    for (let b = from; b < to; b++) {
      while (nextAdded < added.size && isBefore(added, nextAdded, base, b)) takeAdded()
      if (ofBase[b] === GONE) continue
      ofBase[b] = rank
      copyColumns(merged, rank++, base, b)
    }
  })
  while (nextAdded < added.size) takeAdded()
  yield* inChunks(merged.size, (from, to) => addToTable(merged.slots, merged.ids, from, to))
  return { ofBase, ofAdded }

  function takeAdded(): void {
    ofAdded[nextAdded] = rank
    copyColumns(merged, rank++, added, nextAdded++)
  }
}

function copyColumns(to: Columns, rank: number, from: Segment, source: number): void {
  to.keys[rank] = from.keys[source] as number
  to.coordinates[rank * 2] = from.coordinates[source * 2] as number
  to.coordinates[rank * 2 + 1] = from.coordinates[source * 2 + 1] as number
  to.flags[rank] = from.flags[source] as number
  for (let word = 0; word < 4; word++) {
    to.ids[rank * 4 + word] = from.ids[source * 4 + word] as number
  }
}

interface OldRanks {
  list: Uint32Array | null | undefined
  rankOf: Uint32Array
}

function mergeRanks(base: OldRanks, added: OldRanks): Uint32Array {
  const one = base.list ?? new Uint32Array(0)
  const two = added.list ?? new Uint32Array(0)
  const merged = new Uint32Array(one.length + two.length)
  let length = 0
  let next = 0
  for (const old of one) {
    const rank = base.rankOf[old] as number
    if (rank === GONE) continue
    while (next < two.length && (added.rankOf[two[next] as number] as number) < rank) takeAdded()
    merged[length++] = rank
  }
  while (next < two.length) takeAdded()
  return length === merged.length ? merged : merged.slice(0, length)

  function takeAdded(): void {
    merged[length++] = added.rankOf[two[next++] as number] as number
  }
}
