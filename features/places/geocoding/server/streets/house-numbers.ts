import type { Street } from '#platform/server/street-map/address-list.ts'
import { foldName } from '#platform/shared/input/folded-name.ts'
import { splitAddress } from '#platform/shared/input/house-number.ts'

/** A number on the other side of the street is counted as far away as the next but one on the same side. */
const OTHER_SIDE = 2
/** If the nearest known number is further off than this, the middle of the street is as good. */
const FAR = 20

export interface TypedAddress {
  street: string
  /** The house number as lists write it, "12a"; '' if there is none. */
  number: string
  /** What followed: a floor, a town. */
  rest: string
}

const wordOf = (number: string) => number.replace(/\s+/g, '').replace(/[–/+]/g, '-').toLowerCase()

/** Divides "Landstrasse 12 a, 2. Stock". */
export function readAddress(text: string): TypedAddress {
  const { street, number, rest } = splitAddress(text)
  return { street, number: wordOf(number), rest }
}

/**
 * What two spellings of a street have in common: "Landstr.", "Land-Strasse" and "landstraße" are one,
 * "Städtle" and "Stadtle" as well.
 */
export const streetKey = (name: string) =>
  foldName(name)
    .replace(/str(?:asse)?(?= |$)/g, 'strasse')
    .replaceAll(' ', '')

/** The first and the last number of "12-14"; for a single number, the same one twice. */
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
 * Where a house number stands in a street's list. `exact` is false for the nearest one of a number
 * that is not there; undefined where none is near. Of "12-14" either end will do.
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

/** Position of a house, of its nearest neighbour, or of the street's middle. */
export function locateHouse(street: Street, number: string) {
  const house = number === '' ? undefined : findHouse(street, number)
  const position = house ? street.positionOf(house.index) : street.middle
  return {
    ...position,
    isHouse: house?.exact === true,
    number: house ? street.numbers[house.index] : '',
  }
}
