import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBrotliDecompress } from 'node:zlib'
import { ROOT } from '#platform/server/paths.ts'
import { foldSaint, spellings } from './place-names.ts'

const PLACE_LIST = join(ROOT, 'features', 'geocoding', 'server', 'places.tsv.br')

const CHUNK_BYTES = 32 * 1024
const TAB = 9
const NEWLINE = 10

/** Columns of the list that scripts/geodata/place-list.mjs writes. */
const COLUMN = {
  id: 0,
  name: 1,
  latitude: 2,
  longitude: 3,
  country: 4,
  admin1: 5,
  admin2: 6,
  population: 7,
  quarter: 8,
  alternates: 9,
} as const

export interface IndexedPlace {
  /** GeoNames id. */
  id: number
  name: string
  country: string
  admin1: string
  admin2: string
  latitude: number
  longitude: number
  population: number
  /** A part of a town ("Zürich (Kreis 4) / Langstrasse"). */
  quarter: boolean
}

/** Names in folded order; the place of `keys[i]` is `places[refs[i]]`, its own name if `own[i]`. */
export interface PlaceIndex {
  places: IndexedPlace[]
  keys: string[]
  refs: Uint32Array
  own: Uint8Array
}

interface Entry {
  key: string
  ref: number
  own: boolean
}

/** Places and their spellings while the list is read. */
class Collector {
  readonly places: IndexedPlace[] = []
  readonly entries: Entry[] = []
  readonly #interned = new Map<string, string>()

  /** Codes repeat by the thousand: each is kept as one string. */
  #intern(text: string): string {
    const interned = this.#interned.get(text)
    if (interned !== undefined) return interned
    this.#interned.set(text, text)
    return text
  }

  add(line: Buffer): void {
    const starts: number[] = [0]
    for (let at = line.indexOf(TAB); at >= 0; at = line.indexOf(TAB, at + 1)) starts.push(at + 1)
    const field = (column: number) =>
      line.toString('utf8', starts[column], (starts[column + 1] ?? line.length + 1) - 1)
    const ref = this.places.length
    const name = field(COLUMN.name)
    this.places.push({
      id: Number(field(COLUMN.id)),
      name,
      country: this.#intern(field(COLUMN.country)),
      admin1: this.#intern(field(COLUMN.admin1)),
      admin2: this.#intern(field(COLUMN.admin2)),
      latitude: Number(field(COLUMN.latitude)),
      longitude: Number(field(COLUMN.longitude)),
      population: Number(field(COLUMN.population)),
      quarter: field(COLUMN.quarter) !== '',
    })
    const own = new Set(spellings(name))
    for (const key of own) this.entries.push({ key, ref, own: true })
    const others = new Set<string>()
    for (const alternate of field(COLUMN.alternates).split(',')) {
      for (const key of spellings(alternate)) if (!own.has(key)) others.add(key)
    }
    for (const key of others) this.entries.push({ key, ref, own: false })
  }
}

/** Unpacks and reads in small steps, so that requests are answered in between. */
async function readLines(path: string, onLine: (line: Buffer) => void): Promise<void> {
  const unpacking = createBrotliDecompress({ chunkSize: CHUNK_BYTES })
  await pipeline(createReadStream(path), unpacking, async (chunks: AsyncIterable<Buffer>) => {
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of chunks) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let start = 0
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        onLine(bytes.subarray(start, end))
        start = end + 1
      }
      rest = bytes.subarray(start)
    }
    if (rest.length > 0) onLine(rest)
  })
}

/** Sorts letter by letter, with room for requests in between. */
async function sortEntries(entries: Entry[]): Promise<Entry[]> {
  const byLetter = new Map<string, Entry[]>()
  for (const entry of entries) {
    const letter = entry.key[0] ?? ''
    const group = byLetter.get(letter)
    if (group) group.push(entry)
    else byLetter.set(letter, [entry])
  }
  const sorted: Entry[][] = []
  for (const [, group] of [...byLetter].sort(([a], [b]) => (a < b ? -1 : 1))) {
    sorted.push(group.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.ref - b.ref)))
    await nextTurn()
  }
  return sorted.flat()
}

/** Builds the index from the place list (GeoNames, CC BY 4.0; see LICENSE.md). */
export async function buildPlaceIndex(): Promise<PlaceIndex> {
  const collector = new Collector()
  await readLines(PLACE_LIST, (line) => collector.add(line))
  const entries = await sortEntries(collector.entries)
  return {
    places: collector.places,
    keys: entries.map(({ key }) => key),
    refs: Uint32Array.from(entries, ({ ref }) => ref),
    own: Uint8Array.from(entries, ({ own }) => (own ? 1 : 0)),
  }
}

/** Index of the first key that is not below `key`. */
export function lowerBound(keys: readonly string[], key: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}

export interface Hit {
  place: IndexedPlace
  own: boolean
  exact: boolean
}

function* range(index: PlaceIndex, key: string, prefix: boolean): Generator<Hit> {
  for (let i = lowerBound(index.keys, key); i < index.keys.length; i++) {
    const name = index.keys[i] ?? ''
    if (prefix ? !name.startsWith(key) : name !== key) return
    const place = index.places[index.refs[i] ?? 0]
    if (place) yield { place, own: index.own[i] === 1, exact: name === key }
  }
}

/** All places that bear exactly this folded name. */
export function findExact(index: PlaceIndex, key: string): Hit[] {
  return [...range(index, key, false)]
}

/** All places a folded name of which begins like this; a place may come more than once. */
export function findPrefix(index: PlaceIndex, key: string): Hit[] {
  const saint = foldSaint(key)
  const hits = [...range(index, key, true)]
  return saint === key ? hits : hits.concat([...range(index, saint, true)])
}
