import type { Street } from '#platform/server/street-map/address-list.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { splitAddress } from '#platform/shared/input/house-number.ts'

/** A number on the other side of the street counts as two numbers away. */
const OTHER_SIDE = 2
/** If the nearest known number is farther away than this, the middle of the street is used. */
const FAR = 20

export interface TypedAddress {
  street: string
  /** House number in the notation of the lists, "12a"; '' if there is none. */
  number: string
  /** The rest of the text: a floor, a town. */
  rest: string
}

const wordOf = (number: string) => number.replace(/\s+/g, '').replace(/[–/+]/g, '-').toLowerCase()

/** Splits an address such as "Landstrasse 12 a, 2. Stock". */
export function readAddress(text: string): TypedAddress {
  const { street, number, rest } = splitAddress(text)
  return { street, number: wordOf(number), rest }
}

/**
 * Key shared by all spellings of a street: "Landstr.", "Land-Strasse" and "landstraße" are equal, and so are "Städtle"
 * and "Stadtle".
 */
export const streetKey = (name: string) =>
  foldName(name)
    .replace(/str(?:asse)?(?= |$)/g, 'strasse')
    .replaceAll(' ', '')

/** First and last number of "12-14"; a single number is returned twice. */
function endsOf(number: string): [number, number] {
  const [first = 0, last = first] = (number.match(/\d+/g) ?? []).map(Number)
  return [first, last]
}

const covers = (range: string, number: string) => {
  const [first, last] = endsOf(range)
  const [lowestNumber] = endsOf(number)
  const isPlain = /^\d+$/.test(number)
  return (
    isPlain &&
    last > first &&
    first <= lowestNumber &&
    lowestNumber <= last &&
    (lowestNumber - first) % 2 === 0
  )
}

/**
 * Index of a house number in a street's list. If the number is missing, returns the nearest one with `exact: false`, or
 * undefined if none is near. Either end of "12-14" matches.
 */
export function findHouse(
  { numbers }: Pick<Street, 'numbers'>,
  number: string,
): { index: number; exact: boolean } | undefined {
  const words = numbers.map(wordOf)
  for (const typedNumber of [number, ...number.split('-')]) {
    const index = words.indexOf(typedNumber)
    if (index >= 0) return { index, exact: true }
  }
  const within = words.findIndex((range) => covers(range, number))
  if (within >= 0) return { index: within, exact: true }
  const [lowestNumber] = endsOf(number)
  let nearest = -1
  let least = FAR
  for (const [index, other] of words.entries()) {
    const [first] = endsOf(other)
    const away = Math.abs(first - lowestNumber)
    const steps = away + (away % 2 === 0 ? 0 : OTHER_SIDE)
    if (steps < least) {
      least = steps
      nearest = index
    }
  }
  return nearest < 0 ? undefined : { index: nearest, exact: false }
}

/** Position of a house, or of its nearest neighbour, or of the middle of the street. */
export function locateHouse(street: Street, number: string) {
  const house = number === '' ? undefined : findHouse(street, number)
  const position = house ? street.positionOf(house.index) : street.middle
  return {
    ...position,
    isHouse: house?.exact === true,
    number: house ? street.numbers[house.index] : '',
  }
}
