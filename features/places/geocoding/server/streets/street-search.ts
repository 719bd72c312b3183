import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import type { Street } from '#platform/server/street-map/address-list.ts'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import type { Place } from '../../contract.ts'
import { MAX_SUGGESTIONS } from '../geocoder.ts'
import { locateHouse, readAddress, streetKey } from './house-numbers.ts'

/** Number of streets indexed per step; the process answers requests between steps. */
const CHUNK = 500
/** How many of the matching streets are scored in detail. */
const LOOKED_AT = 64
/** Beyond this distance a street matches only if its town is named, and towns rank before streets. */
export const NEAR_METRES = 60_000

/** If two streets have the same name, one within this distance comes first. */
const NEIGHBOURHOOD_METRES = 5_000

/** Users type the beginning of a word more often than they mistype it. */
const WEIGHTS = { prefix: 0.6, fuzzy: 0.2 }

export interface FoundStreet {
  place: Place
  /** The name is complete or the house number exists, so this is the most likely match. */
  exact: boolean
  /** The street is near the centre of the map, or its town is named. */
  meant: boolean
}

/** Number of typing errors allowed in a word. */
const fuzzy = (word: string) => (/\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** "landstr" is either the beginning of a street name or short for "landstrasse". */
const readings = (word: string): Query =>
  /.str$/.test(word) ? { combineWith: 'OR', queries: [word, `${word}asse`] } : word

/** Drops single letters, which belong to house numbers, and "strasse", which matches everything. */
function wordsOf(text: string): string[] {
  const words = foldName(text)
    .split(' ')
    .filter((word) => word.length > 1)
  const telling = words.filter((word) => word !== 'strasse' && word !== 'str')
  return telling.length > 0 ? telling : words
}

function labelOf({ name, place: { postcode, city } }: Street, number: string): string {
  const road = [name, number].filter(Boolean).join(' ')
  const town = [postcode, city].filter(Boolean).join(' ')
  return [road, town].filter(Boolean).join(', ')
}

/** Finds streets by the beginnings of their words and of their town's name, with up to two typing errors per word. */
export class StreetSearch {
  readonly #streets: readonly Street[]
  readonly #index = new MiniSearch<{ id: number; name: string; town: string }>({
    fields: ['name', 'town'],
    tokenize: (text) => text.split(' '),
    processTerm: (word) => word,
  })
  readonly #codes: ReadonlySet<string>

  private constructor(streets: readonly Street[]) {
    this.#streets = streets
    this.#codes = new Set(streets.map(({ place }) => place.postcode))
  }

  static async over(streets: readonly Street[]): Promise<StreetSearch> {
    const search = new StreetSearch(streets)
    const documents = streets.map(({ name, place: { postcode, city } }, id) => ({
      id,
      name: foldName(name),
      town: foldName(`${postcode} ${city}`),
    }))
    await search.#index.addAllAsync(documents, { chunkSize: CHUNK })
    return search
  }

  /** Streets for "Landstrasse 12 Schaan" or "Schaan Landstr", the most likely first. */
  find(text: string, near: Position | undefined): FoundStreet[] {
    const { words, number } = this.#read(text)
    if (words.length === 0) return []
    const results = this.#index.search(
      { combineWith: 'AND', queries: words.map(readings) },
      { prefix: true, fuzzy, weights: WEIGHTS, boost: { name: 2 } },
    )
    const streets: { found: FoundStreet; points: number }[] = []
    for (const result of results.slice(0, LOOKED_AT)) {
      const street = this.#streets[result.id]
      if (!street || !Object.values(result.match).flat().includes('name')) continue
      streets.push(judge(street, result, { number, near, words }))
    }
    const labels = new Set<string>()
    return streets
      .sort((a, b) => b.points - a.points)
      .map(({ found }) => found)
      .filter(({ place: { label } }) => !labels.has(label) && labels.add(label))
      .slice(0, MAX_SUGGESTIONS)
  }

  /** Splits the text into search words and a house number, which must not be a postcode. */
  #read(text: string): { words: string[]; number: string } {
    const { street, number, rest } = readAddress(text)
    if (!this.#codes.has(number)) return { words: wordsOf(`${street} ${rest}`), number }
    const { street: after, number: house } = readAddress(rest)
    return { words: wordsOf(`${street} ${number} ${after}`), number: house }
  }
}

interface Asked {
  number: string
  near: Position | undefined
  words: readonly string[]
}

/**
 * The typed house. Drops the letter of the number if no such house exists, for the letter may begin the town's name.
 */
function houseIn(street: Street, number: string) {
  const house = locateHouse(street, number)
  return house.isHouse ? house : locateHouse(street, number.replace(/\D+$/, ''))
}

function judge(street: Street, { score, terms }: SearchResult, { number, near, words }: Asked) {
  const { latitude, longitude, isHouse, number: houseNumber = '' } = houseIn(street, number)
  const spot = { latitude, longitude }
  const metres = near ? distanceInMetres(near, spot) : 0
  const town = foldName(`${street.place.postcode} ${street.place.city}`).split(' ')
  const isNamed = town.some((word) => words.includes(word))
  const ownWords = words.filter((word) => !town.includes(word))
  const isWhole = streetKey(ownWords.join(' ')) === streetKey(street.name)
  const isBegun = terms.every((term) => words.some((word) => term.startsWith(word)))
  const place: Place = {
    label: labelOf(street, isHouse ? houseNumber : ''),
    ...spot,
    location_type: isHouse ? 'ROOFTOP' : 'STREET',
  }
  if (number !== '' && !isHouse) place.unknown_number = number
  return {
    found: {
      place,
      exact: isWhole || (isHouse && isBegun),
      meant: isNamed || metres < NEAR_METRES,
    },
    points:
      score *
      (1 + Math.exp(-metres / NEIGHBOURHOOD_METRES)) *
      (isHouse ? 2 : 1) *
      (isWhole ? 2 : 1),
  }
}
