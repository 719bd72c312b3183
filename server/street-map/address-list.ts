import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Position } from '@letterlend/contract/geography.ts'
import { z } from 'zod'
import { refuse } from './refusal.ts'

/** A few million addresses; what unpacks to more is a damaged file, or a trap. */
const MAX_BYTES = 256 * 1024 * 1024

const unzip = promisify(gunzip)

/** As `scripts/street-map/` writes it; what the thousands of streets hold is checked one by one. */
const fileSchema = z.object({
  version: z.literal(1),
  /** Positions are whole numbers: degrees times this. */
  scale: z.int().positive(),
  /** Latitude and longitude that the first position is told from. */
  origin: z.tuple([z.int(), z.int()]),
  /** Postcode and city; either may be empty. */
  places: z.array(z.tuple([z.string(), z.string()])),
  streets: z.array(z.unknown()),
})

export interface StreetPlace {
  postcode: string
  city: string
}

/** A street within one place; one that passes several places stands in the list for each. */
export class Street {
  readonly name: string
  readonly place: StreetPlace
  /** One string, and numbers side by side: half a million addresses are 10 MB, and not 80. */
  readonly #numbers: string
  readonly #degrees: Float64Array

  constructor(name: string, place: StreetPlace, numbers: string, degrees: Float64Array) {
    this.name = name
    this.place = place
    this.#numbers = numbers
    this.#degrees = degrees
  }

  /** House numbers as they are written, ascending; none where none is known. */
  get numbers(): string[] {
    return this.#numbers === '' ? [] : this.#numbers.split(' ')
  }

  /** Of the house number at this place in the list. */
  positionOf(index: number): Position {
    const [latitude, longitude] = this.#degrees.subarray(index * 2, index * 2 + 2)
    if (latitude === undefined || longitude === undefined) throw new RangeError(`House ${index}`)
    return { latitude, longitude }
  }

  /** Of a house in the middle of its numbers, or of the street itself where it has none. */
  get middle(): Position {
    return this.positionOf(this.#degrees.length >> 2)
  }
}

/** Follows the steps from house to house, which go on from street to street. */
class Steps {
  readonly #scale: number
  #latitude: number
  #longitude: number

  constructor(scale: number, [latitude, longitude]: [number, number]) {
    this.#scale = scale
    this.#latitude = latitude
    this.#longitude = longitude
  }

  follow(steps: readonly unknown[]): Float64Array {
    const degrees = new Float64Array(steps.length)
    for (let i = 0; i < steps.length; i += 2) {
      this.#latitude += Number(steps[i])
      this.#longitude += Number(steps[i + 1])
      degrees[i] = this.#latitude / this.#scale
      degrees[i + 1] = this.#longitude / this.#scale
      // Not a number compares as false, too.
      const isOnEarth = Math.abs(degrees[i] ?? 90) < 90 && Math.abs(degrees[i + 1] ?? 180) <= 180
      if (!isOnEarth) throw new Error('A position off the earth')
    }
    return degrees
  }
}

/** Throws where the content is not what the schema says. */
function parse(content: unknown): Street[] {
  const { scale, origin, places, streets } = fileSchema.parse(content)
  const known = places.map(([postcode, city]) => ({ postcode, city }))
  const steps = new Steps(scale, origin)
  return streets.map((entry) => {
    if (!Array.isArray(entry)) throw new Error('A street without content')
    const [name, placeIndex, numbers, moves]: unknown[] = entry
    const place = known[Number(placeIndex)]
    if (typeof name !== 'string' || typeof numbers !== 'string' || !place || !Array.isArray(moves))
      throw new Error('A street of another shape')
    // A street without a house number has one position.
    const count = numbers === '' ? 1 : numbers.split(' ').length
    if (moves.length !== count * 2) throw new Error(`${name} has other numbers than positions`)
    return new Street(name, place, numbers, steps.follow(moves))
  })
}

/**
 * The streets beside a file of tiles: `region.addresses.json.gz` beside `region.pmtiles`; none where
 * there is no such file. Throws a ConfigError for a damaged one.
 */
export async function readAddressList(tiles: string): Promise<Street[]> {
  const path = `${tiles.replace(/\.pmtiles$/, '')}.addresses.json.gz`
  let zipped: Buffer
  try {
    zipped = await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw refuse(path, 'may not be read')
  }
  try {
    return parse(JSON.parse(String(await unzip(zipped, { maxOutputLength: MAX_BYTES }))))
  } catch {
    throw refuse(path, 'is no address list, or a damaged one: make it again, or take it away')
  }
}
