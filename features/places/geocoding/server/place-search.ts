import { FIRST_COUNTRIES } from '#platform/shared/countries.ts'
import { distanceInMetres } from '#platform/shared/geography.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { splitAddress } from '#platform/shared/input/house-number.ts'
import type { Place } from '../contract.ts'
import { countryCalled, countryOfSign } from './country-codes.ts'
import { MAX_SUGGESTIONS, type PlaceQuery } from './geocoder.ts'
import { magnitude, placeIndex } from './offline.ts'
import {
  findAbbreviated,
  findExact,
  findPrefix,
  findSimilar,
  type Hit,
  type IndexedPlace,
  type PlaceIndex,
} from './place-index.ts'
import { labelOf } from './place-labels.ts'
import { cantonOfCode } from './place-names.ts'

const NEAR_METRES = 60_000
/** Used if the community has not set its country. */
const DEFAULT_HOME = 'CH'
const isFirstCountry = (code: string) => FIRST_COUNTRIES.some((first) => first === code)

/** A name this long is rarely the beginning of a longer name that the user is still typing. */
const WHOLE_NAME = 4

type Preferences = Pick<PlaceQuery, 'near' | 'home'>

function searchScore(
  { place, own, exact }: Hit,
  key: string,
  { near, home = DEFAULT_HOME }: Preferences,
): number {
  const closeness = near ? 2.5 * Math.exp(-distanceInMetres(near, place) / NEAR_METRES) : 0
  return (
    magnitude(place) +
    closeness +
    (own ? 1 : 0) +
    // Ranks above every place that only begins with the text, however large it is.
    (exact ? (key.length < WHOLE_NAME ? 1.5 : 4) : 0) +
    (place.country === home ? (exact ? 3 : 1.7) : isFirstCountry(place.country) ? 1 : 0) -
    (place.quarter ? 0.5 : 0)
  )
}

/** One interpretation of the typed text. */
interface Reading {
  /** Folded name of a place. */
  key: string
  /** Whether the place is in the canton or country named after it. */
  isThere?: (place: IndexedPlace) => boolean
  /** The street typed before the place. */
  street?: string
  hits: (index: PlaceIndex, key: string) => Hit[]
}

const withoutNumbers = (part: string) => foldName(part.replace(/\p{L}?-?\d+\p{L}?/gu, ' '))

/** Splits "Biel BE", "Buchs (AG)", "Konstanz D" or "Freiburg, Deutschland" into name and region. */
function readRegion(text: string): Pick<Reading, 'key' | 'isThere'> | null {
  const [, name = '', region = ''] =
    /^(.*\p{L}.*?)[\s,(]+(\p{L}[\p{L}\s]*?)\)?\s*$/u.exec(text) ?? []
  const canton = cantonOfCode(region)
  const country = countryOfSign(region) ?? countryCalled(region)
  const key = withoutNumbers(name)
  if (key.length < 2 || (canton === undefined && country === undefined)) return null
  return {
    key,
    isThere: (place) =>
      (place.country === 'CH' && place.admin1 === canton) || place.country === country,
  }
}

/** Reads the last words as the town after a street: "Nirgendsgasse Zürich". */
function* lastWords(text: string): Generator<Reading> {
  const words = text.split(/[\s,]+/)
  for (let from = 1; from < words.length; from++) {
    const key = withoutNumbers(words.slice(from).join(' '))
    const street = words.slice(0, from).join(' ')
    if (key.length >= WHOLE_NAME && foldName(street).length >= WHOLE_NAME)
      yield { key, street, hits: findExact }
  }
}

/** The parts of "Langstrasse 12, 8004 Zürich" that may name a place, the most likely first. */
function* readingsOf(text: string): Generator<Reading> {
  const region = readRegion(text)
  if (region) yield { ...region, hits: findExact }
  yield { key: withoutNumbers(text), hits: findPrefix }
  yield { key: withoutNumbers(text), hits: findAbbreviated }
  const { line, rest } = splitAddress(text)
  if (rest !== '') yield { key: withoutNumbers(rest), street: line, hits: findPrefix }
  const parts = text.split(',')
  for (let from = parts.length - 1; from >= 0; from--) {
    const street = parts.slice(0, from).join(',').trim()
    yield { key: withoutNumbers(parts[from] ?? ''), street, hits: findPrefix }
  }
  yield* lastWords(text)
  yield { key: withoutNumbers(text), hits: findSimilar }
  for (const part of parts.slice(1).reverse())
    yield { key: withoutNumbers(part), street: line, hits: findSimilar }
}

function ranked(hits: Hit[], key: string, preferences: Preferences): IndexedPlace[] {
  const scores = new Map<IndexedPlace, number>()
  for (const hit of hits) {
    const score = searchScore(hit, key, preferences)
    if (score > (scores.get(hit.place) ?? Number.NEGATIVE_INFINITY)) scores.set(hit.place, score)
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([place]) => place)
}

/** The suggestions of one reading; empty if it names no place. */
function suggest(index: PlaceIndex, reading: Reading, { lang, near, home }: PlaceQuery): Place[] {
  const { key, isThere, street = '' } = reading
  if (key.length < 2) return []
  const hits = reading.hits(index, key).filter(({ place }) => !isThere || isThere(place))
  const named = new Set(hits.filter(({ exact }) => exact).map(({ place }) => place))
  const suggestions = new Map<string, Place>()
  for (const place of ranked(hits, key, { near, home })) {
    const label = labelOf(place, lang)
    // In the list, places with the same label look like one place.
    if (suggestions.has(label)) continue
    const { latitude, longitude } = place
    const suggestion: Place = { label, latitude, longitude, location_type: 'APPROXIMATE' }
    if (street !== '') suggestion.unknown_street = street
    else if (named.has(place)) suggestion.named = true
    suggestions.set(label, suggestion)
    if (suggestions.size === MAX_SUGGESTIONS) break
  }
  return [...suggestions.values()]
}

/**
 * Places whose name in any language begins with the text, the most likely first. For an unknown street, returns its
 * town, marked with `unknown_street`. An unknown name finds names that differ by a typing error or two.
 */
export async function searchOffline(query: PlaceQuery): Promise<Place[]> {
  const index = await placeIndex()
  let there: Place[] = []
  for (const reading of readingsOf(query.text)) {
    const places = suggest(index, reading, query)
    if (places.length === 0) continue
    if (reading.isThere) {
      there = places
      continue
    }
    // "Biel BE" may also be the beginning of "Biel-Benken", but it is not a street called Biel.
    const isMore = there.length === 0 || places[0]?.unknown_street === undefined
    const others = places.filter(({ label }) => !there.some((each) => each.label === label))
    return [...there, ...(isMore ? others : [])].slice(0, MAX_SUGGESTIONS)
  }
  return there
}
