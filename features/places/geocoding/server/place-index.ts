import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBrotliDecompress } from 'node:zlib'
import { ROOT } from '#platform/server/paths.ts'
import { distanceInMetres } from '#platform/shared/geography.ts'
import { foldSaint, lookups, spellings } from './place-names.ts'
import { slips } from './slips.ts'
import { allSwissTowns } from './swiss-towns.ts'

const PLACE_LIST = join(ROOT, 'features', 'places', 'geocoding', 'server', 'places.tsv.br')

const CHUNK_BYTES = 32 * 1024

/** Two places with the same name that are farther apart than this are different places. */
export const SAME_PLACE_METRES = 12_000

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
  /** GeoNames id; 0 if the place is known only by its postcode. */
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

/**
 * Names sorted by folded spelling. `keys[i]` names `places[refs[i]]`; `own[i]` is set if it is the place's main name.
 */
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

/** Collects places and their spellings while the list is read. */
class Collector {
  readonly places: IndexedPlace[] = []
  readonly entries: Entry[] = []
  readonly #interned = new Map<string, string>()

  /** Codes repeat thousands of times, so equal codes share one string. */
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
    this.#push(
      {
        id: Number(field(COLUMN.id)),
        name: field(COLUMN.name),
        country: this.#intern(field(COLUMN.country)),
        admin1: this.#intern(field(COLUMN.admin1)),
        admin2: this.#intern(field(COLUMN.admin2)),
        latitude: Number(field(COLUMN.latitude)),
        longitude: Number(field(COLUMN.longitude)),
        population: Number(field(COLUMN.population)),
        quarter: field(COLUMN.quarter) !== '',
      },
      field(COLUMN.alternates).split(','),
    )
  }

  #push(place: IndexedPlace, alternates: readonly string[]): void {
    const ref = this.places.length
    this.places.push(place)
    const own = new Set(spellings(place.name))
    for (const key of own) this.entries.push({ key, ref, own: true })
    const others = new Set<string>()
    for (const alternate of alternates) {
      for (const key of spellings(alternate)) if (!own.has(key)) others.add(key)
    }
    for (const key of others) this.entries.push({ key, ref, own: false })
  }

  /** Adds villages that have a postcode but are too small for the list. */
  addSwissTowns(): void {
    const listed = new Map<string, IndexedPlace[]>()
    for (const { key, ref } of this.entries) {
      const place = this.places[ref]
      if (place?.country === 'CH') listed.set(key, [...(listed.get(key) ?? []), place])
    }
    for (const town of allSwissTowns()) {
      // The list also has the "Bern" of "Bern PostFinance".
      const names = lookups(town.name)
      const isListed = names.some((name) =>
        listed.get(name)?.some((place) => distanceInMetres(place, town) < SAME_PLACE_METRES),
      )
      if (isListed) continue
      const { name, canton, latitude, longitude } = town
      const place = {
        id: 0,
        name,
        country: 'CH',
        admin1: this.#intern(canton),
        admin2: '',
        latitude,
        longitude,
        population: 0,
        quarter: false,
      }
      this.#push(place, [])
      for (const key of spellings(name)) listed.set(key, [...(listed.get(key) ?? []), place])
    }
  }
}

/** Decompresses and reads in small steps, so that the process can answer requests in between. */
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

/** Sorts one letter at a time, so that the process can answer requests in between. */
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

/** Builds the index from the place list and the Swiss postcodes (GeoNames, CC BY 4.0; see LICENSE.md). */
export async function buildPlaceIndex(): Promise<PlaceIndex> {
  const collector = new Collector()
  await readLines(PLACE_LIST, (line) => collector.add(line))
  collector.addSwissTowns()
  const entries = await sortEntries(collector.entries)
  return {
    places: collector.places,
    keys: entries.map(({ key }) => key),
    refs: Uint32Array.from(entries, ({ ref }) => ref),
    own: Uint8Array.from(entries, ({ own }) => (own ? 1 : 0)),
  }
}

/** Index of the first key that is not less than `key`. */
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

/** All places with exactly this folded name. */
export function findExact(index: PlaceIndex, key: string): Hit[] {
  return [...range(index, key, false)]
}

/** All places with a folded name that begins with `key`; a place may occur more than once. */
export function findPrefix(index: PlaceIndex, key: string): Hit[] {
  const saint = foldSaint(key)
  const hits = [...range(index, key, true)]
  return saint === key ? hits : hits.concat([...range(index, saint, true)])
}

/**
 * All places with a folded name whose words begin with the words of `key`: "freiburg i br" finds "freiburg im
 * breisgau". A single word is not treated as an abbreviation.
 */
export function findAbbreviated(index: PlaceIndex, key: string): Hit[] {
  const [first = '', ...others] = key.split(' ')
  if (others.length === 0) return []
  const hits: Hit[] = []
  const start = `${first} `
  for (let i = lowerBound(index.keys, start); i < index.keys.length; i++) {
    const name = index.keys[i] ?? ''
    if (!name.startsWith(start)) break
    const words = name.split(' ').slice(1)
    const place = index.places[index.refs[i] ?? 0]
    if (place && others.every((word, at) => words[at]?.startsWith(word) === true))
      hits.push({ place, own: index.own[i] === 1, exact: words.length === others.length })
  }
  return hits
}

/** Typing errors allowed in a name of this length; a short name with an error would be a different name. */
const slipsAllowed = (length: number) => (length < 5 ? 0 : length < 8 ? 1 : 2)

/**
 * The places whose folded name differs least from the text; empty if all differ too much. The first letter must match.
 */
export function findSimilar(index: PlaceIndex, key: string): Hit[] {
  let least = slipsAllowed(key.length)
  if (least === 0) return []
  const letter = key[0] ?? ''
  let hits: Hit[] = []
  for (let i = lowerBound(index.keys, letter); i < index.keys.length; i++) {
    const name = index.keys[i] ?? ''
    if (!name.startsWith(letter)) break
    if (Math.abs(name.length - key.length) > least) continue
    const made = slips(name, key)
    if (made > least) continue
    if (made < least) hits = []
    least = made
    const place = index.places[index.refs[i] ?? 0]
    if (place) hits.push({ place, own: index.own[i] === 1, exact: false })
  }
  return hits
}
