import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import type { Position } from '#platform/shared/geography.ts'
import { openRegular } from '../regular-file.ts'
import { refuse } from './refusal.ts'

/** Enough for a few million addresses; a larger file is damaged or malicious. */
const MAX_BYTES = 256 * 1024 * 1024

const unzip = promisify(gunzip)

/** The format that `scripts/street-map/` writes. The thousands of streets are validated one by one. */
const fileSchema = z.object({
  version: z.literal(1),
  /** Positions are integers: degrees times this. */
  scale: z.int().positive(),
  /** Latitude and longitude that the first position is relative to. */
  origin: z.tuple([z.int(), z.int()]),
  /** Postcode and city; either may be empty. */
  places: z.array(z.tuple([z.string(), z.string()])),
  streets: z.array(z.unknown()),
})

export interface StreetPlace {
  postcode: string
  city: string
}

/** A street within one place; one that passes through several places is listed once for each. */
export class Street {
  readonly name: string
  readonly place: StreetPlace
  /** One string, and an array shared with other streets: objects would take far more memory. */
  readonly #numbers: string
  readonly #degrees: Float64Array
  readonly #from: number
  readonly #size: number

  /**
   * @param numbers house numbers, separated by spaces
   * @param degrees pairs of latitude and longitude; those of this street start at `from`: one per number, or one in
   * total if there are no numbers
   */
  constructor(name: string, place: StreetPlace, numbers: string, degrees: Float64Array, from = 0) {
    this.name = name
    this.place = place
    this.#numbers = numbers
    this.#degrees = degrees
    this.#from = from
    this.#size = Math.max(1, this.numbers.length)
  }

  /** House numbers in ascending order; may be empty. */
  get numbers(): string[] {
    return this.#numbers === '' ? [] : this.#numbers.split(' ')
  }

  positionOf(index: number): Position {
    const at = this.#from + index * 2
    const latitude = this.#degrees[at]
    const longitude = this.#degrees[at + 1]
    const isHouse = index >= 0 && index < this.#size
    if (!isHouse || latitude === undefined || longitude === undefined)
      throw new RangeError(`House ${index} of ${this.name}`)
    return { latitude, longitude }
  }

  /** The position of the house in the middle, or of the street if it has no numbers. */
  get middle(): Position {
    return this.positionOf(this.#size >> 1)
  }
}

interface Entry {
  name: string
  place: StreetPlace
  numbers: string
  /** Differences to the previous position, which may be another street's: latitude, longitude, and so on. */
  steps: unknown[]
}

function entryOf(content: unknown, places: readonly StreetPlace[]): Entry {
  if (!Array.isArray(content)) throw new Error('A street without content')
  const [name, placeIndex, numbers, steps]: unknown[] = content
  const place = places[Number(placeIndex)]
  if (typeof name !== 'string' || typeof numbers !== 'string' || !place || !Array.isArray(steps))
    throw new Error('A street of another shape')
  const count = numbers === '' ? 1 : numbers.split(' ').length
  if (steps.length !== count * 2) throw new Error(`${name} has other numbers than positions`)
  return { name, place, numbers, steps }
}

/** All positions of a list in sequence. Throws if one is invalid. */
function degreesOf(entries: readonly Entry[], scale: number, origin: readonly number[]) {
  const degrees = new Float64Array(entries.reduce((sum, { steps }) => sum + steps.length, 0))
  let [latitude = 0, longitude = 0] = origin
  let at = 0
  for (const { steps } of entries) {
    for (let i = 0; i < steps.length; i += 2) {
      latitude += Number(steps[i])
      longitude += Number(steps[i + 1])
      // NaN fails these comparisons too.
      const isOnEarth = Math.abs(latitude) < 90 * scale && Math.abs(longitude) <= 180 * scale
      if (!isOnEarth) throw new Error('A position off the earth')
      degrees[at++] = latitude / scale
      degrees[at++] = longitude / scale
    }
  }
  return degrees
}

/** Throws if the content does not match the schema. */
function parse(content: unknown): Street[] {
  const { scale, origin, places, streets } = fileSchema.parse(content)
  const towns = places.map(([postcode, city]) => ({ postcode, city }))
  const entries = streets.map((street) => entryOf(street, towns))
  const degrees = degreesOf(entries, scale, origin)
  let from = 0
  return entries.map(({ name, place, numbers, steps }) => {
    const street = new Street(name, place, numbers, degrees, from)
    from += steps.length
    return street
  })
}

/**
 * The streets for a tile file: `region.addresses.json.gz` beside `region.pmtiles`; empty if that file does not exist.
 * Throws a ConfigError if it is damaged.
 */
export async function readAddressList(tiles: string): Promise<Street[]> {
  const path = `${tiles.replace(/\.pmtiles$/, '')}.addresses.json.gz`
  let zipped: Buffer
  try {
    const file = await openRegular(path)
    zipped = await file.readFile().finally(() => file.close())
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw refuse(path, 'may not be read')
  }
  try {
    return parse(JSON.parse(String(await unzip(zipped, { maxOutputLength: MAX_BYTES }))))
  } catch {
    throw refuse(path, 'is not an address list, or a damaged one: build it again, or remove it')
  }
}

/** The streets for all tile files, in their order. */
export async function readAddressLists(tiles: readonly string[]): Promise<Street[]> {
  const lists = await Promise.all(tiles.map(readAddressList))
  return lists.flat()
}
